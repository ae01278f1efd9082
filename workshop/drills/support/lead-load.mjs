import { openSql } from './calls.mjs';

/** Returns the request with this number of a load on leads. Every third request writes. */
export function leadRequest(token, number) {
  const headers = { authorization: `Bearer ${token}` };
  if (number % 3 > 0) return { method: 'GET', path: '/api/v1/leads?limit=5', headers };
  const body = JSON.stringify({ name: `Lead ${number}` });
  return { method: 'POST', path: '/api/v1/leads', headers: { ...headers, 'content-length': String(body.length) }, body };
}

/**
 * Lets the database store without waiting for the disk. When a disk is slow for seconds, requests fail, and the drill would take
 * this for a fault of the stop.
 */
export async function spareTheDisk(databaseUrl) {
  const sql = openSql(databaseUrl);
  await sql.rows(`do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`);
  await sql.end();
}
