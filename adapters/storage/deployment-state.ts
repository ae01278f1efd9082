import { ADVISORY_LOCKS, WORKER_LOCKS } from '../advisory-locks.js';
import { blockName } from '../block-names.js';
import type { Database } from './database.js';
import { statement } from './statement.js';

/** The jobs of one task, and those with blocks of its records, that nobody carries out at the moment. */
export interface QueuedJobs {
  readonly task: string;
  /** may be carried out now */
  readonly ready: number;
  /** wait for their time, most of them after a failure */
  readonly later: number;
  /** failed as often as the queue tries */
  readonly failed: number;
  /** the whole seconds for which the oldest of those that are ready has waited; 0: none is ready */
  readonly oldestSeconds: number;
}

const JOBS = statement(
  'queue.state',
  `select regexp_replace(task_identifier, '\\${blockName('')}$', '') as task,
    count(*) filter (where attempts < max_attempts and run_at <= $1)::integer as ready,
    count(*) filter (where attempts < max_attempts and run_at > $1)::integer as later,
    count(*) filter (where attempts >= max_attempts)::integer as failed,
    coalesce(extract(epoch from $1 - min(run_at) filter (where attempts < max_attempts and run_at <= $1)), 0)::integer as "oldestSeconds"
  from graphile_worker.jobs where locked_at is null group by 1`,
);

/** The instances of the service, as the sessions of PostgreSQL show them. */
export interface DeploymentState {
  /** instances that listen for changes */
  readonly instances: number;
  /** queue workers; a process with background work has two */
  readonly workers: number;
  /** processes that lead: 1, or 0 for the moment of a change */
  readonly leaders: number;
  readonly connections: number;
  readonly mostConnections: number;
}

/** The name of the connection that each instance has once, for announcements. */
export const LISTENER_NAME = 'shop-operations listener';

/** A role that owns nothing sees the sessions of others only in the sums of `pg_stat_database`. */
const STATE = statement(
  'deployment.state',
  `select listeners.*, sessions.*, locks.*, current_setting('max_connections')::integer as "mostConnections"
  from (select count(*)::integer as instances from pg_stat_activity
    where application_name = '${LISTENER_NAME}' and datname = current_database()) listeners,
  (select sum(numbackends)::integer as connections from pg_stat_database) sessions,
  (select count(*) filter (where classid = ${WORKER_LOCKS})::integer as workers,
      count(*) filter (where classid = ${ADVISORY_LOCKS.leader[0]} and objid = ${ADVISORY_LOCKS.leader[1]})::integer as leaders
    from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())) locks`,
);

/** The oldest text that waits for its hand-over or is being handed over, of all shops. The clock of its instance was perhaps ahead. */
const OLDEST_TEXT = statement(
  'messages.oldest_waiting',
  `select greatest(0, extract(epoch from $1 - min(created_at)))::integer as seconds from messages where status in ('queued', 'sending')`,
);

export function queuedJobs(database: Database, now: string): Promise<readonly QueuedJobs[]> {
  return database.read<QueuedJobs>(JOBS, [now]);
}

export async function deploymentState(database: Database): Promise<DeploymentState> {
  const [state] = await database.read<DeploymentState>(STATE, []);
  if (!state) throw new Error('PostgreSQL gave no row for a select without a condition');
  return state;
}

/** The seconds for which the oldest text waits; 0: none waits. */
export async function oldestTextSeconds(database: Database, now: string): Promise<number> {
  const [row] = await database.read<{ seconds: number }>(OLDEST_TEXT, [now]);
  return row?.seconds ?? 0;
}
