/** SQLSTATE of an error that PostgreSQL answered, or the code of a socket's. */
function codeOf(error: unknown): string {
  return propertyOf(error, 'code');
}

/** Not by `instanceof Error`: a socket's error may come from another realm. */
function propertyOf(error: unknown, name: 'code' | 'message' | 'constraint'): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : '';
  return typeof value === 'string' ? value : '';
}

/** Classes 08 (connection), 57P (shutdown), 53 (out of connections or memory). */
const UNAVAILABLE = /^(08\w{3}|57P\d\d|53\w{3}|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** What pg says without a code. */
const UNAVAILABLE_WORDS = /timeout exceeded when trying to connect|Query read timeout|connection (is|was|terminated|closed|ended)|not queryable|Cannot use a pool after/i;

/** The database cannot be reached, or has no connection left. */
export function isUnavailable(error: unknown): boolean {
  if (UNAVAILABLE.test(codeOf(error))) return true;
  return codeOf(error) === '' && UNAVAILABLE_WORDS.test(propertyOf(error, 'message'));
}

/** A plan that was prepared before a migration changed its table: it fails once, on a fresh connection it works. */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && propertyOf(error, 'message').includes('cached plan');
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
