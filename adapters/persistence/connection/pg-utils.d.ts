/** A part of `pg` that its types leave out. */
declare module 'pg/lib/utils.js' {
  /** Returns a value as PostgreSQL reads it: an array as `{…}`, an object as JSON. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
