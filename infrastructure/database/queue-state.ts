import type { DataSource } from 'typeorm';
import type { Instant } from '../../domain/shared/instant.js';

/** A piece of queued work. */
export interface QueuedJob {
  readonly attempts: number;
  /** true: it failed for good */
  readonly isDead: boolean;
  readonly runAt: Instant;
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
