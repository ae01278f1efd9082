import { setTimeout as sleep } from 'node:timers/promises';

import type { Client } from 'pg';

import { systemCodeOf } from '../../adapters/system-errors.js';
import type { Cluster } from './cluster.js';
import { DATABASE_USER } from './cluster-init.js';

const DATABASE = 'shop_operations';
// The errors that occur when two processes create the database at the same time: the database exists already (which PostgreSQL
// reports in two ways), or its template is in use.
const RACES: readonly string[] = ['42P04', '23505', '55006'];

export async function ensureShopDatabase(client: Client): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rows.length > 0) return;
    try {
      await client.query(`create database ${DATABASE}`);
      return;
    } catch (error) {
      if (attempt >= 50 || !RACES.includes(systemCodeOf(error))) throw error;
      await sleep(100);
    }
  }
}

/** The address of the shops' database. It turns TLS off explicitly, because a PGSSLMODE in the environment could turn TLS on. */
export function shopDatabaseUrl(cluster: Cluster, port: number): string {
  return `postgres://${DATABASE_USER}:${cluster.password}@127.0.0.1:${String(port)}/${DATABASE}?sslmode=disable`;
}
