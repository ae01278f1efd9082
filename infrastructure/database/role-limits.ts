import pg, { type Pool } from 'pg';
import { HAS_CITUS, IN_SEQUENCE, LIMITS, ONE_PLAN } from '../../adapters/postgres/pool.js';
import type { Config } from '../settings/config.js';
import type { Opened } from './database.js';

interface Found {
  readonly role: string;
  readonly database: string;
  readonly citus: boolean;
}

const LOOK = `select current_user as role, current_database() as database, ${HAS_CITUS} as citus`;
const SETTINGS = 'select name, current_setting(name, true) as value from unnest($1::text[]) as name';

/**
 * A pooler passes no settings on, so the role of its sessions must have them. An operator may have given it other limits.
 * @param pool leads to the pooler
 * @returns the SQL that gives the role the settings of a call that it lacks
 */
export async function missingSettings(pool: Pool): Promise<string[]> {
  const [found] = (await pool.query<Found>(LOOK)).rows;
  if (!found) return [];
  const wanted: Readonly<Record<string, string>> = { ...LIMITS, ...(found.citus ? IN_SEQUENCE : ONE_PLAN) };
  const { rows } = await pool.query<{ name: string; value: string | null }>(SETTINGS, [Object.keys(wanted)]);
  const given = new Map(rows.map(({ name, value }) => [name, value]));
  const isMissing = (name: string): boolean => (name in LIMITS ? given.get(name) === '0' : given.get(name) !== wanted[name]);
  const whose = `${pg.escapeIdentifier(found.role)} in database ${pg.escapeIdentifier(found.database)}`;
  return Object.entries(wanted)
    .filter(([name]) => isMissing(name))
    .map(([name, value]) => `alter role ${whose} set ${name} = ${pg.escapeLiteral(value)}`);
}

/**
 * Gives the role the settings of calls, if `DATABASE_URL` leads to a pooler. The pooler's sessions have them when they begin anew,
 * so a pooler that runs needs a `RECONNECT`.
 * @returns what the operator must do; null: nothing
 */
export async function limitRole({ database }: Config, { dataSource, connections }: Opened): Promise<string | null> {
  if (!database?.directUrl) return null;
  const lines = await missingSettings(connections.pool);
  if (lines.length === 0) return null;
  try {
    for (const line of lines) await dataSource.query(line);
    return 'the role of the pooler’s sessions has got the settings of calls: let PgBouncer RECONNECT';
  } catch {
    return `the role of the pooler’s sessions lacks settings of calls, run: ${lines.join('; ')}`;
  }
}
