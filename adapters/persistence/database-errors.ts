/** SQLSTATE of an error that PostgreSQL answered, or the code of a socket's. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Classes 08 (connection), 57P (shutdown), 53 (out of connections or memory). */
const UNAVAILABLE = /^(08\w{3}|57P\d\d|53\w{3}|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** What pg says without a code. */
const UNAVAILABLE_WORDS = /timeout exceeded when trying to connect|connection (is|was|terminated|closed|ended)|not queryable|Cannot use a pool after/i;

/** The database cannot be reached, or has no connection left. */
export function isUnavailable(error: unknown): boolean {
  if (UNAVAILABLE.test(codeOf(error))) return true;
  return error instanceof Error && codeOf(error) === '' && UNAVAILABLE_WORDS.test(error.message);
}

/** A plan that was prepared before a migration changed its table: it fails once, on a fresh connection it works. */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && error instanceof Error && error.message.includes('cached plan');
}

/** The unique index that a write ran into; null: it failed otherwise. */
export function violatedUnique(error: unknown): string | null {
  if (codeOf(error) !== '23505') return null;
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null;
}
