import type { DiaryFilter } from '../../../application/areas/appointments/appointments.js';
import type { Position } from '../../../application/kernel/operation/page.js';
import { JOB_STAGES } from '../../../domain/jobs/job.js';
import { conditionsSql, given, keysetSql, type KeysetOrder } from '../../storage/lists/keyset-pages.js';
import type { PageSelects } from '../../storage/lists/offset-pages.js';
import type { Parameter } from '../../storage/statement.js';

const BY_START: KeysetOrder = { by: 't.scheduled_start', direction: 'asc' };

/**
 * Selects a page of the diary by cursor: first the jobs that are already running when the window begins, then the jobs that start
 * within the window. The two groups are read from different indexes. `$1` is the shop.
 */
export function diarySql(filter: DiaryFilter, limit: number, after: Position | null, parameter: Parameter): string {
  // When the page begins after a job that starts within the window, the earlier pages have listed all jobs that were already
  // running.
  const earlier = after === null || after.at < filter.window.from ? [runningSql(filter, parameter)] : [];
  const parts = [...earlier, ...startingSql(filter, parameter)].map(
    (part) => `${part} ${keysetSql(BY_START, after, limit, parameter)}`,
  );
  return `with page as (
      select id, scheduled_start from (${parts.map((part) => `(${part})`).join(' union all ')}) parts
      order by scheduled_start, id limit ${parameter(limit)}
    )
    select ${SELECT}
    from page join jobs t on t.shop_id = $1 and t.id = page.id ${WITH_CONTACT}
    order by page.scheduled_start, page.id`;
}

/**
 * Selects a page of the diary by offset. All jobs of the window are read: it is at most 92 days long, so the cost does not grow
 * with the number of the shop's jobs.
 */
export function diaryPageSelects(filter: DiaryFilter, parameter: Parameter): PageSelects {
  const parts = [runningSql(filter, parameter), ...startingSql(filter, parameter)];
  return {
    shared: [`shown as materialized (${parts.map((part) => `(${part})`).join(' union all ')})`],
    total: 'select count(*) as n from shown',
    ids: 'select id from shown order by scheduled_start, id limit $2 offset $3',
  };
}

/**
 * Selects the jobs that are already running when the window begins. The first step finds the running jobs; the other conditions
 * and the order are applied afterwards. With more conditions in the first step, the planner might scan all jobs of the shop.
 */
function runningSql(filter: DiaryFilter, parameter: Parameter): string {
  const from = parameter(filter.window.from);
  const wanted = conditionsSql(
    [
      { sql: 't.scheduled_start < ?', value: filter.window.from },
      ...given('t.stage = any (?)', filter.stages),
      ...peopleOf(filter),
    ],
    parameter,
  );
  return `with running as materialized (
      select t.id, t.scheduled_start, t.stage, t.assignee_id, t.customer_id from jobs t
      where t.shop_id = $1 and t.scheduled_end > t.scheduled_start
        and tstzrange(t.scheduled_start, t.scheduled_end) @> ${from}::timestamptz
    )
    select t.id, t.scheduled_start from running t where ${wanted}`;
}

/**
 * Returns one select for each stage, because an index has the jobs of each stage in order. Without a filter by stage or assignee,
 * one select reads the jobs of all stages from another index.
 */
function startingSql(filter: DiaryFilter, parameter: Parameter): string[] {
  const { from, to } = filter.window;
  const stages = filter.stages ?? (filter.assigneeId === undefined ? [undefined] : JOB_STAGES);
  return stages.map((stage) => {
    const starting = conditionsSql(
      [
        { sql: 't.shop_id = $1 and t.scheduled_start >= ?', value: from },
        { sql: 't.scheduled_start < ?', value: to },
        ...given('t.stage = ?', stage),
        ...peopleOf(filter),
      ],
      parameter,
    );
    return `select t.id, t.scheduled_start from jobs t where ${starting}`;
  });
}

function peopleOf({ assigneeId, customerId }: DiaryFilter): ReturnType<typeof given> {
  return [...given('t.assignee_id = ?', assigneeId), ...given('t.customer_id = ?', customerId)];
}

const SELECT = `t.id as "id", t.number as "number", t.title as "title", t.stage as "stage", t.assignee_id as "assigneeId",
  t.bay as "bay", t.location_address as "locationAddress", t.created_at as "createdAt",
  t.scheduled_start as "startsAt", t.scheduled_end as "endsAt",
  json_build_object('id', c.id, 'name', c.name, 'phone', c.phone, 'email', c.email) as "customer",
  case when v.id is not null then json_build_object('id', v.id, 'year', v.year, 'make', v.make, 'model', v.model,
    'trim', v.trim, 'licensePlate', v.license_plate, 'vin', v.vin) end as "vehicle"`;

const WITH_CONTACT = `join customers c on c.shop_id = t.shop_id and c.id = t.customer_id
  left join vehicles v on v.shop_id = t.shop_id and v.id = t.vehicle_id`;

/** SQL condition: the job `t` stands in the diary. */
export const OF_DIARY = 't.scheduled_start is not null';

export const APPOINTMENT = { select: SELECT, from: `jobs t ${WITH_CONTACT}` };

/** Selects the appointment of one job. `$1` shop, `$2` job. */
export const ONE_APPOINTMENT = `select ${SELECT} from jobs t ${WITH_CONTACT}
  where t.shop_id = $1 and t.id = $2 and ${OF_DIARY}`;
