import { NOTHING_CHANGED, Unavailable } from '../../../domain/shared/errors.js';
import { errorProperty, messageOf, systemCodeOf } from '../../system-errors.js';

/**
 * A statement of a call was not sent to the database: too little time was left, or too many calls already wait for the same
 * statement.
 */
export class NotBegun extends Error {
  constructor() {
    super('the time limit of the call passed before its statement could begin');
  }
}

/**
 * The codes of errors after which a connection cannot be used: classes 08 (connection) and 57P (shutdown), 25P03 (a transaction
 * was idle for too long), and the codes of sockets and of host names.
 */
const LOST = /^(08\w{3}|57P\d\d|25P03|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** The messages of the errors that pg throws without a code when a connection cannot be used. */
const LOST_WORDS =
  /timeout exceeded when trying to connect|Query read timeout|connection (is|was|terminated|closed|ended)|not queryable|Cannot use a pool after/i;
/**
 * The codes with which a database refuses a statement: a time-out, a lock time-out, no disk space, memory or connections left, or
 * a read-only database.
 */
const REFUSED = /^(57014|55P03|53\w{3}|25006)$/;

/** With this message PgBouncer closes a connection whose statement waited too long for a session, and was not passed on. */
const NOT_PASSED_ON = 'query_wait_timeout';

/** True when the database cannot be reached, or cannot carry out the statement. */
export function isUnavailable(error: unknown): boolean {
  return isLost(error) || isRefused(error) || error instanceof NotBegun;
}

/** True when the connection is closed or in an unknown state, so it must not be used again. */
export function isLost(error: unknown): boolean {
  const code = systemCodeOf(error);
  return LOST.test(code) || (code === '' && LOST_WORDS.test(messageOf(error)));
}

function isRefused(error: unknown): boolean {
  return REFUSED.test(systemCodeOf(error));
}

/**
 * True when a statement failed because its plan was prepared before a migration changed its table. The statement works on a fresh
 * connection.
 */
export function isStalePlan(error: unknown): boolean {
  return systemCodeOf(error) === '0A000' && messageOf(error).includes('cached plan');
}

/**
 * The codes with which a pipelined connection refuses a statement that a connection of its own can run: it took too long there, the
 * server has become read-only, or the preparation of the same statement failed a moment before.
 */
const REFUSED_PIPELINED = /^(57014|55P03|25006|26000|42P05)$/;

/** True when a statement failed on a pipelined connection, nothing changed, and it may succeed on a connection of its own. */
export function mayRunElsewhere(error: unknown): boolean {
  return REFUSED_PIPELINED.test(systemCodeOf(error)) || isStalePlan(error);
}

/** True when the database has ended a transaction because two transactions waited for each other. */
function isDeadlock(error: unknown): boolean {
  return systemCodeOf(error) === '40P01';
}

/** A statement or a unit of work that was ended by others runs at most so often. */
export const MOST_RUNS = 3;

/**
 * True when nothing was wrong with a statement or a unit of work, and nothing of it is stored: another transaction waited for it
 * (a deadlock), or a migration changed a table (a stale plan). Then it may run again.
 */
export function isEndedByOthers(error: unknown): boolean {
  return isDeadlock(error) || isStalePlan(error);
}

/** The reasons that a client is told, by SQLSTATE. They name no table, row or server. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(57014|55P03)$/, 'the database took too long'],
  [/^(53100|25006)$/, 'the database cannot store anything at the moment'],
  [/^53\w{3}$/, 'the database is busy'],
  [/^40P01$/, 'two calls waited for each other'],
  [/^0A000$/, 'the tables of the database have just been changed'],
];

/**
 * Returns the refusal for a call that the database could not carry out. Its message ends with `lost` or `refused`.
 * @param lost the consequence of a lost connection for the caller
 * @param refused the consequence of every other error for the caller
 */
export function unavailable(error: unknown, lost = NOTHING_CHANGED, refused = NOTHING_CHANGED): Unavailable {
  const words =
    error instanceof NotBegun
      ? 'too many statements wait for the database'
      : WORDS.find(([codes]) => codes.test(systemCodeOf(error)))?.[1];
  // The log writes the message of a cause, and PostgreSQL's message alone does not contain the SQLSTATE.
  const cause = new Error(reasonOf(error), { cause: error });
  return new Unavailable({ cause }, isLost(error) && messageOf(error) !== NOT_PASSED_ON ? lost : refused, words);
}

/**
 * Returns the reason of an error for the log: its SQLSTATE or system code, and its message. PostgreSQL's `detail` is left out,
 * because it may contain values of a row.
 */
export function reasonOf(error: unknown): string {
  // A host name with several addresses, none of which answers, gives an AggregateError without a message.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const [code, message] = [systemCodeOf(error), messageOf(error)];
  return [code, message]
    .filter((part) => part !== '')
    .join(': ')
    .replace(/\s+/g, ' ');
}

/** The name of the unique index that a write violated. Null: the write failed for another reason. */
export function violatedUnique(error: unknown): string | null {
  if (systemCodeOf(error) !== '23505') return null;
  const name = errorProperty(error, 'constraint');
  return typeof name === 'string' && name !== '' ? name : null;
}

/**
 * True when another write came first: a unique value is taken (23505), a deadlock (40P01), a conflict (40001). The failed write
 * may succeed when it is repeated.
 */
export function mayBeRepeated(error: unknown): boolean {
  return ['23505', '40P01', '40001'].includes(systemCodeOf(error));
}
