import { setTimeout as sleep } from 'node:timers/promises';

import type { Client } from 'pg';

import type { Cluster } from './cluster.js';
import { DATABASE_USER } from './cluster-init.js';
import { errorCode } from './errors.js';

const DATABASE = 'shop_operations';
// Two processes create it at once: one finds it there (at either of two places), or the template in use.
const RACES: readonly string[] = ['42P04', '23505', '55006'];

export async function ensureShopDatabase(client: Client): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rows.length > 0) return;
    try {
      await client.query(`create database ${DATABASE}`);
      return;
    } catch (error) {
      if (attempt >= 50 || !RACES.includes(errorCode(error))) throw error;
      await sleep(100);
    }
  }
}

/** Says no to TLS in the address itself, or a PGSSLMODE of the environment would ask for it. */
export function shopDatabaseUrl(cluster: Cluster, port: number): string {
  return `postgres://${DATABASE_USER}:${cluster.password}@127.0.0.1:${String(port)}/${DATABASE}?sslmode=disable`;
}
