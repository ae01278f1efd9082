// Buys: work waits in the database until it is done (P1), and a killed worker's work is taken over within five seconds.
import type { ClientBase } from 'pg';
import type { QueuedWork } from '../../application/events/work.js';
import { WORKER_LOCKS } from '../advisory-locks.js';
import type { PeriodicTask } from './leader.js';

/** @param priority jobs with a lower number run first; default 0 */
export type Job = QueuedWork & { readonly priority?: number };

/** Adds jobs, within the open transaction of the connection if there is one. */
export type AddJobs = (client: ClientBase, jobs: readonly Job[]) => Promise<void>;

const ADD = `select from graphile_worker.add_jobs(array(
    select json_populate_record(null::graphile_worker.job_spec, json_build_object('identifier', j.work, 'payload', j.payload,
      'job_key', j.key, 'priority', coalesce(j.priority, 0), 'run_at', now()))
    from json_to_recordset($1) as j (work text, payload json, key text, priority integer)))`;

/**
 * Releases the jobs of workers whose lock nobody holds. A worker may begin its first job before it holds its lock, so a worker also
 * counts as alive while all its jobs began less than `$1` milliseconds ago.
 */
const FREE = `select graphile_worker.force_unlock_workers(array(
    select w.name from (
      select distinct locked_by as name from graphile_worker.jobs
      where locked_by is not null and locked_at < now() - $1 * interval '1 millisecond'
    ) w where pg_try_advisory_xact_lock(${WORKER_LOCKS}, hashtext(w.name))))`;

/**
 * Ends jobs that failed for good more than a week ago. A job that a newer one replaced while its worker ran it looks like a failed
 * one after that worker dies, and is ended, too.
 */
const FORGET = `select from graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where attempts >= max_attempts and locked_by is null and updated_at < now() - interval '7 days' limit 1000))`;

export const addJobs: AddJobs = async (client, jobs) => {
  await client.query(ADD, [JSON.stringify(jobs)]);
};

/** Releases the jobs of dead workers, because graphile-worker itself keeps a killed worker's jobs locked for four hours. */
export function freeDeadWorkers(everyMs = 1000, graceMs = 2000): PeriodicTask {
  return { everyMs, run: (client) => client.query(FREE, [graceMs]).then(() => false) };
}

export const forgetFailedJobs: PeriodicTask = {
  everyMs: 3_600_000,
  run: async (client) => (await client.query(FORGET)).rowCount === 1000,
};

/** Puts a job into the queue, again and again. If the job before has not begun yet, there is no second one. */
export function repeatedly(job: Job, everyMs: number): PeriodicTask {
  return { everyMs, run: (client) => addJobs(client, [job]).then(() => false) };
}
