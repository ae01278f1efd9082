import type { DataSource } from 'typeorm';
import { WORKER_LOCKS } from '../../adapters/advisory-locks.js';

/** Each live worker of the queue holds a lock. */
const ALIVE = `select count(distinct pid)::integer as count from pg_locks
  where locktype = 'advisory' and classid = ${WORKER_LOCKS} and granted
    and database = (select oid from pg_database where datname = current_database())`;

/** The workers of the queue that live, on all instances: each that works has two. */
export async function workersAlive(dataSource: DataSource): Promise<number> {
  const [row] = await dataSource.query<[{ count: number }]>(ALIVE);
  return row.count;
}

/** A piece of queued work. */
export interface QueuedJob {
  readonly attempts: number;
  /** true: it failed for good */
  readonly isDead: boolean;
  readonly runAt: Date;
  /** true: it runs now */
  readonly isRunning: boolean;
  readonly lastError: string | null;
}

/** @returns null: no such work is queued */
export async function jobOf(dataSource: DataSource, key: string): Promise<QueuedJob | null> {
  const [job] = await dataSource.query<QueuedJob[]>(
    `select attempts, attempts >= max_attempts as "isDead", run_at as "runAt", locked_at is not null as "isRunning",
      last_error as "lastError" from graphile_worker.jobs where key = $1`,
    [key],
  );
  return job ?? null;
}
