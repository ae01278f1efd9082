// Buys: P2 and P7: one table says which error is which refusal, what may run again, and after what a connection is closed.
import { NOTHING_CHANGED, Unavailable } from '../../domain/shared/errors.js';
import { messageOf, systemCodeOf } from '../system-errors.js';

/** What an error of the database means for a call. */
interface Meaning {
  readonly codes: RegExp;
  /** the reason that the client is told; it names no table, row or server. Absent: that the database cannot be reached */
  readonly words?: string;
  /** the work was ended by others, nothing of it is stored, and it may run again */
  readonly again?: true;
  /** the connection must not be used again */
  readonly close?: true;
  /** no answer came in time, so other statements on the same table would wait, too */
  readonly late?: true;
  /** nobody knows whether the statement was carried out */
  readonly lost?: true;
}

/** By SQLSTATE, by the code of a socket or a host name, or by the words below. The first line that fits counts. */
const MEANINGS: readonly Meaning[] = [
  { codes: /^40(P01|001)$/, words: 'two calls waited for each other', again: true },
  { codes: /^STALE_PLAN$/, words: 'the tables of the database have just been changed', again: true, close: true },
  { codes: /^NO_CONNECTION$/, words: 'too many statements wait for the database', late: true },
  { codes: /^(57014|55P03)$/, words: 'the database took too long', late: true },
  { codes: /^25006$/, words: 'the database cannot store anything at the moment', close: true },
  { codes: /^53100$/, words: 'the database cannot store anything at the moment' },
  { codes: /^53/, words: 'the database is busy' },
  { codes: /^(42501|42P01|3F000)$/, words: 'the database does not let the service use its tables' },
  // The connection to the coordinator goes on, and so do the statements that wait: those of other shops go to other servers.
  { codes: /^SERVER_LOST$/, words: 'a server of the database cannot be reached', lost: true },
  { codes: /^(LOST|08\w{3}|57P\d\d|25P03|28\w{3}|3D000)$/, close: true, late: true, lost: true },
  { codes: /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/, close: true, late: true, lost: true },
];

/** The errors that pg throws without a code, and a plan that a migration has made stale, by a part of the message. */
const WORDS: readonly (readonly [string, RegExp, string])[] = [
  // PgBouncer uses the same code when it has lost a server, with words of its own.
  ['08P01', /^(bind message|invalid (message|string|byte)|insufficient data|no data left)/, 'WRONG_STATEMENT'],
  ['0A000', /cached plan/, 'STALE_PLAN'],
  // The coordinator of Citus has lost a server during a transaction.
  [
    'XX000',
    /^(failure on connection marked as essential|could not commit transaction for shard|SSL SYSCALL error|server closed the connection|terminating connection)/,
    'SERVER_LOST',
  ],
  ['', /timeout exceeded when trying to connect/, 'NO_CONNECTION'],
  [
    '',
    /Query read timeout|timeout expired|connection (is|was|terminated|closed|ended)|not queryable|after calling end|already released/i,
    'LOST',
  ],
];

/** The codes of a lost connection. PostgreSQL ends a session with FATAL: with ERROR, the coordinator of Citus tells of a server's. */
const CONNECTION = /^(08(?!P01)|57P|25P03)/;

/** Undefined: the error is not one of the database, but of the statement or of its values. So is null, which stands for no error. */
export function meaningOf(error: unknown): Meaning | undefined {
  if (error === null) return undefined;
  const [code, message] = [systemCodeOf(error), messageOf(error)];
  const isOfServer = CONNECTION.test(code) && (error as { severity?: unknown }).severity === 'ERROR'; // safe: it has a code
  const known = isOfServer ? 'SERVER_LOST' : codeOf(code, message);
  return MEANINGS.find(({ codes }) => codes.test(known));
}

function codeOf(code: string, message: string): string {
  return WORDS.find(([of, words]) => of === code && words.test(message))?.[2] ?? code;
}

/**
 * Returns the refusal for a call that the database could not carry out. Any other error is returned as it is.
 * @param lost the consequence of a lost connection for the caller
 * @param refused the consequence of every other error for the caller
 */
export function refusalOf(error: unknown, lost = NOTHING_CHANGED, refused = NOTHING_CHANGED): unknown {
  const meaning = meaningOf(error);
  if (!meaning) return error;
  // The log writes the message of a cause, and PostgreSQL's message alone does not contain the SQLSTATE.
  const cause = new Error(reasonOf(error), { cause: error });
  return new Unavailable({ cause }, meaning.lost ? lost : refused, meaning.words);
}

/**
 * Returns the reason of an error for the log: its SQLSTATE or system code, its message, and the name of the statement. PostgreSQL's
 * `detail` is left out, because it may contain values of a row.
 */
function reasonOf(error: unknown): string {
  // A host name with several addresses, none of which answers, gives an AggregateError without a message.
  const [first = error] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  const parts = [systemCodeOf(first), messageOf(first)].filter((part) => part !== '');
  const statement = statementOf(error);
  return parts.join(': ').replace(/\s+/g, ' ') + (statement === null ? '' : `, in ${statement}`);
}

/** The name of the statement that has failed; null: the error is of none, or nobody has noted it. */
export function statementOf(error: unknown): string | null {
  return error instanceof Error && 'statement' in error && typeof error.statement === 'string' ? error.statement : null;
}
