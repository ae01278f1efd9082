import type { ClientBase } from 'pg';
import type { QueuedWork } from '../../application/events/work.js';
import { WORKER_LOCKS } from '../advisory-locks.js';

const ADD = `select from graphile_worker.add_jobs(array(
    select row(w.work, w.payload, null, now() + $2 * interval '1 millisecond', null, w.key, null, null)::graphile_worker.job_spec
    from json_to_recordset($1) as w (work text, payload json, key text)))`;

/**
 * Releases the work of workers whose lock nobody holds. A worker may begin its first work before it holds its lock, so a worker
 * also counts as alive while all its work began less than `$1` milliseconds ago.
 */
const FREE = `select graphile_worker.force_unlock_workers(array(
    select w.name from (
      select distinct locked_by as name from graphile_worker._private_jobs
      where locked_by is not null and locked_at < now() - $1 * interval '1 millisecond'
    ) w where pg_try_advisory_xact_lock(${WORKER_LOCKS}, hashtext(w.name))))`;

/**
 * Deletes work that failed for good more than a week ago. Work that newer work replaced while its worker ran it looks like failed
 * work after that worker dies, and is deleted, too.
 */
const FORGET = `delete from graphile_worker._private_jobs
  where id in (
    select id from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_by is null and updated_at < now() - interval '7 days' limit 1000
  ) and locked_by is null`;

/** Adds work, within the open transaction of the connection if there is one. */
export async function addWork(client: Pick<ClientBase, 'query'>, work: readonly QueuedWork[], afterMs = 0): Promise<void> {
  await client.query(ADD, [JSON.stringify(work), afterMs]);
}

/** Releases the work of dead workers, because graphile-worker itself keeps a killed worker's work locked for four hours. */
export class DeadWorkers {
  constructor(
    readonly everyMs = 1000,
    private readonly graceMs = 2000,
  ) {}

  async run(client: ClientBase): Promise<boolean> {
    await client.query(FREE, [this.graceMs]);
    await client.query(FORGET);
    return false;
  }
}
