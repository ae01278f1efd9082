import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { ADVISORY_LOCKS } from '../../adapters/advisory-locks.js';
import { ignore, opened, type DatabaseConnections } from '../../adapters/postgres/pool.js';
import { systemCodeOf } from '../../adapters/system-errors.js';

/** SQLSTATE: the role may not do that. */
const DENIED = '42501';

/**
 * Lends an empty database of the same server, and drops it. It also drops those of killed processes.
 * @param work is given its address
 * @throws Error when the role may not create databases, or another process verifies
 */
export async function withThrowAwayDatabase<T>(
  { patient }: Pick<DatabaseConnections, 'patient'>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const client = await opened(patient);
  // Each database has a prefix of its own: another deployment may verify on the same server.
  const prefix = `shop_ops_verify_${await ownNumber(client)}_`;
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  try {
    const taken = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
      ...ADVISORY_LOCKS.verification,
    ]);
    if (taken.rows[0]?.taken !== true) throw new Error('another process verifies a backup on this database now: try again later');
    await dropLeft(client, prefix);
    await create(client, name);
    const url = new URL(patient.connectionString ?? '');
    url.pathname = `/${name}`;
    return await work(url.href);
  } finally {
    await client.query(`drop database if exists ${name} with (force)`).catch(ignore); // the next one finds what is left
    await client.end().catch(ignore);
  }
}

async function ownNumber(client: Client): Promise<string> {
  const { rows } = await client.query<{ oid: string }>('select oid::text from pg_database where datname = current_database()');
  return rows[0]?.oid ?? '';
}

async function dropLeft(client: Client, prefix: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  for (const { name } of rows) await client.query(`drop database ${client.escapeIdentifier(name)} with (force)`);
}

/** With the encoding and the locale of the database itself, so that the migrations find what they found there. */
async function create(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ locale: string }>(
    'select format($1, pg_encoding_to_char(encoding), datcollate, datctype) as locale from pg_database where datname = current_database()',
    ['encoding %L lc_collate %L lc_ctype %L'],
  );
  await client.query(`create database ${name} template template0 ${rows[0]?.locale}`).catch((error: unknown) => {
    if (systemCodeOf(error) !== DENIED) throw error;
    throw new Error(`the role ${client.user ?? ''} may not create a database to restore into: alter role … createdb lets it`, {
      cause: error,
    });
  });
}
