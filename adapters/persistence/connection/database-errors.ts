import { Unavailable } from '../../../domain/shared/errors.js';

/** A call whose time was over before the database had heard of it. */
export class NotBegun extends Error {
  constructor() {
    super('the time of the call was over before its statement could begin');
  }
}

/** SQLSTATE of an error that PostgreSQL answered, or the code of a socket's. */
function codeOf(error: unknown): string {
  return propertyOf(error, 'code');
}

/** Not by `instanceof Error`: a socket's error may come from another realm. */
function propertyOf(error: unknown, name: 'code' | 'message' | 'constraint'): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : '';
  return typeof value === 'string' ? value : '';
}

/** Classes 08 (connection) and 57P (shutdown), a transaction that stood still for too long, and what sockets say. */
const LOST = /^(08\w{3}|57P\d\d|25P03|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** What pg says without a code. */
const LOST_WORDS = /timeout exceeded when trying to connect|Query read timeout|connection (is|was|terminated|closed|ended)|not queryable|Cannot use a pool after/i;
const READ_ONLY = '25006';
/** The database answers and does nothing: it took too long, waited for a lock too long, is out of room, memory or connections. */
const REFUSED = /^(57014|55P03|53\w{3}|25006)$/;

/** The database cannot be reached, or has nothing left to answer with. */
export function isUnavailable(error: unknown): boolean {
  return isLost(error) || isRefused(error) || error instanceof NotBegun;
}

/** Nobody knows what became of the connection: it must not be used again. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  return LOST.test(code) || (code === '' && LOST_WORDS.test(propertyOf(error, 'message')));
}

function isRefused(error: unknown): boolean {
  return REFUSED.test(codeOf(error));
}

/** A replica, or what was the primary before a fail-over: it reads, and will never write. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === READ_ONLY;
}

/** A plan that was prepared before a migration changed its table: it fails once, on a fresh connection it works. */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && propertyOf(error, 'message').includes('cached plan');
}

const NOTHING_CHANGED = 'nothing changed, try again shortly';
/** By SQLSTATE; a client is not told how the database is built, but not that it cannot be reached either. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(57014|55P03)$/, 'the database took too long'],
  [/^(53100|25006)$/, 'the database stores nothing at the moment'],
  [/^53\w{3}$/, 'the database is busy'],
  [/^0A000$/, 'the tables of the database have just been changed'],
];

/**
 * @param lost what it means that no answer came
 * @param refused what it means that the database itself refused
 */
export function unavailable(error: unknown, lost = NOTHING_CHANGED, refused = NOTHING_CHANGED): Unavailable {
  const words = error instanceof NotBegun ? 'too much waits for the database' : WORDS.find(([codes]) => codes.test(codeOf(error)))?.[1];
  // The log writes a cause's words, and PostgreSQL's alone do not tell their SQLSTATE.
  const cause = new Error(reasonOf(error), { cause: error });
  return new Unavailable({ cause }, isLost(error) ? lost : refused, words);
}

/** For the log: SQLSTATE or code, and the words. It names no value of a row, since the detail is left out. */
export function reasonOf(error: unknown): string {
  // A name with several addresses, none of which answers, fails without words of its own.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const [code, message] = [codeOf(error), propertyOf(error, 'message')];
  return [code, message].filter((part) => part !== '').join(': ').replace(/\s+/g, ' ');
}

/** The unique index that a write ran into; null: it failed otherwise. */
export function violatedUnique(error: unknown): string | null {
  if (codeOf(error) !== '23505') return null;
  return propertyOf(error, 'constraint') || null;
}

/** Somebody else was faster: a unique value taken (23505), a deadlock (40P01), a conflict (40001). Tried again it may go well. */
export function mayBeRepeated(error: unknown): boolean {
  return ['23505', '40P01', '40001'].includes(codeOf(error));
}
