// The baseline's SQL for calls, with the same indexes and counts as the service.
import { countsOf, pageOf } from './baseline-sql.mjs';

export const CALL_COLUMNS = `t.id, t.conversation_id as conversation, t.customer_id, t.direction, t.status, t."from", t."to", t.started_at,
  t.ended_at, t.duration_seconds, t.answered_by, t.has_recording, t.recording_duration_seconds, t.has_voicemail,
  t.voicemail_duration_seconds, t.transcript is not null as has_transcript, t.ai_summary is not null as has_ai_summary`;
const NEWEST_CALLS = 'order by t.started_at desc, t.id desc';

const callsPage = (total, ids) => pageOf(total, ids, CALL_COLUMNS, 'calls t');

/** `$4` the buckets of all statuses and directions. */
export const CALLS = callsPage(
  countsOf('calls', 'and c.bucket = any ($4)'),
  `select t.id from calls t where t.shop_id = $1 ${NEWEST_CALLS} limit $2 offset $3`,
);

/** `$4` the customer. */
export const CALLS_OF = callsPage(
  'select count(*) as n from calls t where t.shop_id = $1 and t.customer_id = $4',
  `select t.id from calls t where t.shop_id = $1 and t.customer_id = $4 ${NEWEST_CALLS} limit $2 offset $3`,
);

const DIRECTIONS = `unnest(array['inbound', 'outbound']) d (direction)`;
const WITH_STATUS = 't.shop_id = $1 and t.status = $4 and t.direction = d.direction';
const countPart = (from, to) => `(select coalesce(sum(c.n), 0) from ${DIRECTIONS}, lateral (
    select count(*) as n from calls t where ${WITH_STATUS} and t.started_at >= ${from} and t.started_at ${to}) c)`;

/**
 * The calls with a status, of some days. `$4` status, `$5` and `$6` the window, `$7` and `$8` the first and the last bucket of its
 * whole days for each direction, `$9` the end of the first day, `$10` the begin of the last day.
 */
export const CALLS_WITHIN = callsPage(
  `select ((select coalesce(sum(c.n), 0) from unnest($7::text[], $8::text[]) w (first, past), lateral (
      select sum(c.n) as n from record_counts c
      where c.shop_id = $1 and c.list = 'calls' and c.bucket > w.first and c.bucket < w.past) c)
    + ${countPart('$5', '<= $9')} + ${countPart('$10', '< $6')})::bigint as n`,
  `select p.id from ${DIRECTIONS}, lateral (
      select t.id, t.started_at from calls t where ${WITH_STATUS} and t.started_at >= $5 and t.started_at < $6
      ${NEWEST_CALLS} limit $2::bigint + $3::bigint) p
    order by p.started_at desc, p.id desc limit $2 offset $3`,
);

/** The sound of a call. `$2` the call, `$3` the kind of the sound. */
export const RECORDED = `select m.duration_seconds from media_files m
  where m.shop_id = $1 and m.call_id = $2 and m.kind = $3 and m.status = 'stored'`;
