import pg, { type Pool } from 'pg';
import { CALL_SETTINGS, HAS_CITUS, IN_SEQUENCE, ONE_PLAN } from '../../adapters/postgres/pool.js';
import type { Config } from '../settings/config.js';
import type { Opened } from './database.js';

interface Found {
  readonly role: string;
  readonly database: string;
  readonly citus: boolean;
  /** the setting of Citus that its sessions need; null: there is no Citus */
  readonly mode: string | null;
  readonly statement_timeout: string;
  readonly lock_timeout: string;
}

const LOOK = `select current_user as role, current_database() as database, ${HAS_CITUS} as citus,
  current_setting('citus.multi_shard_modify_mode', true) as mode,
  current_setting('statement_timeout') as statement_timeout, current_setting('lock_timeout') as lock_timeout`;

/**
 * A pooler passes no limits on, so the role of its sessions must have them.
 * @param pool leads to the pooler
 * @returns the SQL that gives the role the settings of a call; empty: its sessions have limits
 */
export async function missingLimits(pool: Pool): Promise<string[]> {
  const [found] = (await pool.query<Found>(LOOK)).rows;
  if (!found) return [];
  const isInSequence = !found.citus || found.mode === 'sequential';
  if (found.statement_timeout !== '0' && found.lock_timeout !== '0' && isInSequence) return [];
  const whose = `${pg.escapeIdentifier(found.role)} in database ${pg.escapeIdentifier(found.database)}`;
  return Object.entries({ ...CALL_SETTINGS, ...(found.citus ? IN_SEQUENCE : ONE_PLAN) }).map(
    ([name, value]) => `alter role ${whose} set ${name} = ${pg.escapeLiteral(value)}`,
  );
}

/**
 * Gives the role the limits, if `DATABASE_URL` leads to a pooler. The pooler's sessions have them when they begin anew, so a pooler that runs needs a `RECONNECT`.
 * @returns what the operator must do; null: nothing
 */
export async function limitRole({ database }: Config, { dataSource, connections }: Opened): Promise<string | null> {
  if (!database?.directUrl) return null;
  const lines = await missingLimits(connections.pool);
  if (lines.length === 0) return null;
  try {
    for (const line of lines) await dataSource.query(line);
    return 'the role of the pooler’s sessions has got the limits of calls: let PgBouncer RECONNECT';
  } catch {
    return `the role of the pooler’s sessions has no limits, run: ${lines.join('; ')}`;
  }
}
