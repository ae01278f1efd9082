import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { hasReached, PRIMARY_POSITION, strangeness, type LogPosition } from '../../adapters/persistence/replica/log-position.js';
import { positionOf, replicaPool } from '../../adapters/persistence/replica/replica-pool.js';
import { inOneLine } from '../process/error-text.js';
import type { Config } from '../settings/config.js';
import { fail, ok, warn, type Finding } from './finding.js';

const CHECK = 'read replica';
const PRIMARY_ADVICE = 'let DATABASE_URL lead to the primary, and let its user run pg_control_system() there';
const REPLICA_ADVICE =
  'check that PostgreSQL runs there, that DATABASE_READ_URL has the right host, database, user and password, and that this user ' +
  'may run pg_control_system(), pg_control_checkpoint() and pg_control_recovery() there';
const LOOKS = 20;
const LOOK_EVERY_MS = 50;

/** Checks the server at DATABASE_READ_URL: that it is a replica of this primary, how far behind it is, and its settings. */
export async function checkReplica(primary: DataSource, address: NonNullable<Config['replica']>): Promise<Finding[]> {
  let position: LogPosition;
  try {
    [position] = await primary.query<[LogPosition]>(PRIMARY_POSITION.text);
  } catch (error) {
    return [fail(CHECK, `the primary does not say its position: ${inOneLine(error)}`, PRIMARY_ADVICE)];
  }
  const pool = replicaPool({ ...address, poolSize: 1 });
  try {
    return [await checkPosition(pool, position), await checkFeedback(pool)];
  } catch (error) {
    return [fail(CHECK, inOneLine(error), REPLICA_ADVICE)];
  } finally {
    await pool.end();
  }
}

async function checkPosition(pool: Pool, position: LogPosition): Promise<Finding> {
  const began = performance.now();
  for (let look = 0; look < LOOKS; look += 1) {
    const replica = await positionOf(pool);
    const reason = strangeness(replica, position);
    if (reason !== null) return fail(CHECK, reason, 'let DATABASE_READ_URL lead to a streaming replica of DATABASE_URL');
    if (hasReached(replica, position)) return ok(CHECK, `follows the primary, at most ${secondsSince(began)} s behind`);
    await sleep(LOOK_EVERY_MS);
  }
  return warn(
    CHECK,
    `more than ${secondsSince(began)} s behind the primary`,
    'look at pg_stat_wal_receiver and at pg_get_wal_replay_pause_state() there; meanwhile the primary answers what needs more',
  );
}

async function checkFeedback(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ hot_standby_feedback: string }>('show hot_standby_feedback');
  return rows[0]?.hot_standby_feedback === 'on'
    ? ok('hot_standby_feedback', 'on')
    : warn(
        'hot_standby_feedback',
        'off: the replica cancels reads that need what the primary has removed, and the primary answers them',
        'set hot_standby_feedback = on in the replica, unless its reads are short',
      );
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}
