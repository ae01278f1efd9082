import pg, { type PoolClient } from 'pg';
import type { ServicePool } from '../../adapters/persistence/connection/pool.js';
import { messageOf } from '../../adapters/system-errors.js';
import { inOneLine } from '../process/error-text.js';
import { AddressFailed } from './address-failed.js';

const SET_DIRECT = 'set DATABASE_DIRECT_URL to the address of PostgreSQL itself, see docs/operating.md';
const USE_NEWER = 'use PgBouncer 1.21 or newer, with max_prepared_statements above 0';
const SWAPPED = 'PostgreSQL itself answers at DATABASE_URL, and a pooler at DATABASE_DIRECT_URL';
const OTHER_PLACE = 'DATABASE_DIRECT_URL leads to another database than DATABASE_URL';

/** So often two connections are compared. */
const LOOKS = 20;

/** The name under which a statement is prepared, to see whether the pooler gives it a name of its own. */
const PROBE = 'pooler probe';

/** The facts that a connection shows of the session that it has at the moment. */
interface Found {
  readonly pid: number;
  readonly timezone: string;
  readonly datestyle: string;
  /** the same for all sessions of one database, as long as its server runs */
  readonly place: string;
  readonly probed: boolean;
}

const LOOK = `select pg_backend_pid() as pid, current_setting('TimeZone') as timezone, current_setting('DateStyle') as datestyle,
  concat_ws(' ', pg_postmaster_start_time(), (select oid from pg_database where datname = current_database())) as place,
  exists (select from pg_prepared_statements where name = '${PROBE}') as probed`;

/**
 * Tells which address has failed, and why. An error at DATABASE_URL may be that of a pooler which has refused the connection: it does
 * not pass the options of a session on, or it does not know which session has which prepared statement.
 */
export function failureOf(error: unknown, isPooled: boolean): AddressFailed {
  if (error instanceof AddressFailed) return error;
  const reason = inOneLine(error);
  const isPrepared = /prepared statement "[^"]*" (already exists|does not exist)/.test(messageOf(error));
  if (!isPrepared && !isOption(error)) return new AddressFailed('DATABASE_URL', reason, null, error);
  if (isPooled) return new AddressFailed('DATABASE_URL', reason, USE_NEWER, error);
  return new AddressFailed('DATABASE_URL', `${reason}: a pooler answers at DATABASE_URL`, SET_DIRECT, error);
}

function isOption(error: unknown): boolean {
  return messageOf(error).includes('unsupported startup parameter');
}

function isStatementMode(error: unknown): boolean {
  return messageOf(error).includes('statement pooling mode');
}

/**
 * Checks that what needs a session of the database gets one, and that a pooler does what the service relies on.
 * @throws AddressFailed
 */
export async function requireSessions(pool: ServicePool): Promise<void> {
  if (pool.isPooled) return requirePooler(pool, await requireItself(pool));
  if ((await lookThrough(pool)).isPooler) throw new AddressFailed('DATABASE_URL', 'a pooler answers at DATABASE_URL', SET_DIRECT);
}

/** Returns what the address beside the pooler's shows. It must be that of the database itself. */
async function requireItself(pool: ServicePool): Promise<Found> {
  const direct = await lookThrough(pool.sessions).catch(async (error: unknown) => {
    throw isOption(error) || isStatementMode(error)
      ? await poolerAtDirect(pool, error)
      : new AddressFailed('DATABASE_DIRECT_URL', inOneLine(error), null, error);
  });
  if (direct.isPooler) throw await poolerAtDirect(pool);
  return direct.found;
}

async function poolerAtDirect(pool: ServicePool, cause?: unknown): Promise<AddressFailed> {
  const isSwapped = await lookThrough(pool).then(
    ({ isPooler }) => !isPooler,
    () => false,
  );
  return isSwapped
    ? new AddressFailed('DATABASE_DIRECT_URL', SWAPPED, 'swap the two addresses', cause)
    : new AddressFailed('DATABASE_DIRECT_URL', 'a pooler answers at DATABASE_DIRECT_URL, too', SET_DIRECT, cause);
}

async function requirePooler(pool: ServicePool, direct: Found): Promise<void> {
  const refuse = (problem: string, advice: string, cause?: unknown): AddressFailed =>
    new AddressFailed('DATABASE_URL', problem, advice, cause);
  const { found, isPooler } = await lookThrough(pool).catch((error: unknown) => {
    throw isStatementMode(error) ? refuse('the pooler is in statement mode', 'set its pool_mode to transaction', error) : error;
  });
  if (found.place !== direct.place)
    throw new AddressFailed('DATABASE_DIRECT_URL', OTHER_PLACE, 'let both lead to one database of one server');
  if (found.timezone !== 'UTC' || !found.datestyle.startsWith('ISO'))
    throw refuse(`the pooler does not keep the time zone of its clients (it is ${found.timezone})`, USE_NEWER);
  if (isPooler && found.probed && (await sharesSessions(pool)))
    throw refuse('the pooler keeps no prepared statements', USE_NEWER);
}

/** Looks at a session through a connection. A pooler tells its clients a process id that is not that of the session's process. */
async function lookThrough(pool: pg.Pool): Promise<{ found: Found; isPooler: boolean }> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({ name: PROBE, text: 'select 1' });
    const { rows } = await client.query<Found>(LOOK);
    await client.query('commit');
    const [found] = rows;
    if (!found) throw new Error('the database did not show its session');
    client.release();
    // The cast adds a property that pg's types leave out.
    return { found, isPooler: (client as PoolClient & { readonly processID: number }).processID !== found.pid };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * True when two connections get one session in turn. A pooler in session mode never does that. In transaction mode it lends the
 * session that became free last, unless another client comes first, so this looks several times.
 */
async function sharesSessions({ options }: ServicePool): Promise<boolean> {
  const clients = [new pg.Client(options), new pg.Client(options)];
  try {
    for (const client of clients) await client.connect();
    for (let look = 0; look < LOOKS; look += 1) {
      const pids = new Set<number>();
      for (const client of clients) pids.add((await client.query<Found>(LOOK)).rows[0]?.pid ?? 0);
      if (pids.size === 1) return true;
    }
    return false;
  } finally {
    for (const client of clients) await client.end();
  }
}
