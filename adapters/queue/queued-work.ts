import type { ClientBase } from 'pg';
import type { QueuedWork } from '../../application/events/work.js';
import { WORKER_LOCKS } from '../advisory-locks.js';

/** Work of a shop that waits already counts up to this number. */
const MOST_COUNTED = 10_000;
/** So much work of one shop has the same priority. The numbers of priorities would not suffice for one each. */
const OF_ONE_PRIORITY = 8;
const LAST_PRIORITY = 32_767;

/**
 * The queue runs work with a lower priority number first. The number of a shop's first work is that of the work which is next now,
 * and grows with the work of this shop that waits already. So shops take turns, and a shop's thousandth work does not go before
 * another shop's first. Later work never gets a lower number than the next one has, so all work has its turn.
 */
const ADD = `with waiting as materialized (
      select priority, coalesce(payload ->> 'shop', '') as shop from graphile_worker._private_jobs
      where is_available and run_at <= now() order by priority, run_at limit ${MOST_COUNTED}
    ), line as (select shop, count(*) as length from waiting group by shop)
  select from graphile_worker.add_jobs(array(
    select row(w.work, w.payload, null, now(), null, w.key, least(${LAST_PRIORITY}, (select coalesce(min(priority), 0) from waiting)
        + (coalesce(l.length, 0) + row_number() over (partition by w.shop order by w.nth) - 1) / ${OF_ONE_PRIORITY}),
      null)::graphile_worker.job_spec
    from (select a.*, coalesce(a.payload ->> 'shop', '') as shop
      from rows from (json_to_recordset($1) as (work text, payload json, key text)) with ordinality as a (work, payload, key, nth)) w
    left join line l on l.shop = w.shop))`;

const ADD_AGAIN = `select from graphile_worker.add_job($1, $2::json, run_at => now() + $4 * interval '1 millisecond', job_key => $3,
  priority => $5)`;

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
export async function addWork(client: Pick<ClientBase, 'query'>, work: readonly QueuedWork[]): Promise<void> {
  await client.query(ADD, [JSON.stringify(work)]);
}

/** Adds work that could not be done yet. It keeps its priority. */
export async function addAgain(
  client: Pick<ClientBase, 'query'>,
  { work, payload, key }: QueuedWork,
  afterMs: number,
  priority: number,
): Promise<void> {
  await client.query(ADD_AGAIN, [work, JSON.stringify(payload), key, afterMs, priority]);
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
