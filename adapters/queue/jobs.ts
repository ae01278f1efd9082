// Buys: work waits in the database until it is done (P1), and a killed worker's work is taken over within five seconds.
import type { ClientBase } from 'pg';
import type { DueRecord, QueuedWork } from '../../application/kernel/events/work.js';
import type { Clock } from '../../application/kernel/ports/ports.js';
import type { ShopId } from '../../domain/shared/id.js';
import { WORKER_LOCKS } from '../advisory-locks.js';
import type { PeriodicTask } from './leader.js';

/** @param priority jobs with a lower number run first; default 0 */
export type QueueJob = QueuedWork & { readonly priority?: number };

/** Due records of one shop that are worked on at once. */
export interface DueBlock {
  readonly shop: ShopId;
  readonly records: readonly Omit<DueRecord, 'shop'>[];
}

/** Returns a job for each record of a block. */
export function jobsOfBlock(work: string, { shop, records }: DueBlock): (QueuedWork & { readonly payload: DueRecord })[] {
  return records.map((record) => ({ work, payload: { shop, ...record }, key: keyOf(work, { shop, ...record }) }));
}

/** The key of the job for one due record. */
export function keyOf(work: string, { shop, id }: DueRecord): string {
  return `${work}:${shop}:${id}`;
}

/** Adds jobs, within the open transaction of the connection if there is one. */
export type AddJobs = (client: ClientBase, jobs: readonly QueueJob[]) => Promise<void>;

export interface RelayOptions {
  readonly enqueue: AddJobs;
  readonly clock: Clock;
  readonly everyMs?: number | undefined;
}

const ADD = `select from graphile_worker.add_jobs(array(
    select json_populate_record(null::graphile_worker.job_spec, json_build_object('identifier', j.work, 'payload', j.payload,
      'job_key', j.key, 'priority', coalesce(j.priority, 0), 'run_at', now()))
    from json_to_recordset($1) as j (work text, payload json, key text, priority integer)))`;

/**
 * Releases the jobs of workers whose lock nobody holds. A worker may begin its first job before it holds its lock, so a worker also
 * counts as alive while all its jobs began less than `$1` milliseconds ago.
 */
const FREE = `select graphile_worker.force_unlock_workers(dead.names) from (
    select array(
      select w.name from (
        select distinct locked_by as name from graphile_worker.jobs
        where locked_by is not null and locked_at < now() - $1 * interval '1 millisecond'
      ) w where pg_try_advisory_xact_lock(${WORKER_LOCKS}, hashtext(w.name))) as names
  ) dead where dead.names <> '{}'`;

export const addJobs: AddJobs = async (client, jobs) => {
  await client.query(ADD, [JSON.stringify(jobs)]);
};

/**
 * Releases the jobs of dead workers, because graphile-worker itself keeps a killed worker's jobs locked for four hours.
 * @param freed called when jobs were released, because the database tells workers only of new jobs
 */
export function freeDeadWorkers(freed: () => void, everyMs = 1000, graceMs = 2000): PeriodicTask {
  const run = async (client: ClientBase): Promise<boolean> => {
    const { rows } = await client.query(FREE, [graceMs]);
    if (rows.length > 0) freed();
    return false;
  };
  return { everyMs, run };
}
