// Stores a given number of calls. A third of them are of customers, and each customer has about as many at any size.
import { count } from './seed-floor.mjs';

const STATUSES = `(array['completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'missed', 'missed', 'failed', 'canceled'])`;
const OUTBOUND = 'i % 3 = 1';
const NUMBER = `'+1' || (6132000000 + i % greatest(1, $2::int / 10) + 1)`;
const LINE = `'+16135550100'`;

/**
 * Stores calls that began two minutes after each other, the last one now.
 * @param run runs a statement with `$1` = the shop's id and `$2` = the number of rows; the customers must be stored
 */
export async function seedCalls(run) {
  await run(`insert into calls (shop_id, id, customer_id, direction, status, "from", "to", started_at, ended_at, duration_seconds, answered_by,
      has_recording, has_voicemail, transcript, transcript_source, created_at)
    select $1, gen_random_uuid(), c.id, case when ${OUTBOUND} then 'outbound' else 'inbound' end,
      case when ${OUTBOUND} and t.status = 'missed' then 'canceled' else t.status end,
      case when ${OUTBOUND} then ${LINE} else t.number end, case when ${OUTBOUND} then t.number else ${LINE} end,
      t.started, t.started + interval '90 seconds', 90, case when t.status = 'completed' then 'Teammate 1' end, false, false,
      case when i % 5 = 0 then repeat('Hello, is my car ready? ', 60) end, case when i % 5 = 0 then 'live_agent' end, t.started
    from (select i, ${STATUSES}[1 + i % 10] as status, ${NUMBER} as number,
        date_trunc('milliseconds', now()) - i * interval '2 minutes' as started
      from generate_series(1, $2::int) i) t
    left join customers c on i % 3 = 0 and c.shop_id = $1 and c.phone = t.number`);
  const kind = `status || ':' || direction`;
  await count(run, 'calls', kind);
  for (const [name, format] of [
    ['month', 'YYYY-MM'],
    ['day', 'YYYY-MM-DD'],
  ]) {
    await count(run, 'calls', `${kind} || ':${name}:' || to_char(started_at at time zone 'UTC', '${format}')`);
  }
}

/** Returns the customer of the last call. @param run like that of `seedCalls` */
export async function callerOf(run) {
  const { rows } = await run(
    'select customer_id as id from calls where shop_id = $1 and customer_id is not null order by started_at desc limit 1',
    null,
  );
  return rows[0].id;
}
