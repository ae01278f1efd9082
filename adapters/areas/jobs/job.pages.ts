import type { BookedJobFilter, NamedJob } from '../../../application/areas/jobs/jobs.js';
import { JOB_STAGES } from '../../../domain/jobs/job.js';
import type { Origin } from '../../../domain/shared/origin.js';
import { conditionsSql, given } from '../../storage/lists/keyset-pages.js';
import { countedTotal, mergedIds, type PageSelects } from '../../storage/lists/offset-pages.js';
import type { RecordKind } from '../../storage/records/record-kind.js';
import type { Parameter } from '../../storage/statement.js';
import { selectList } from '../../storage/tables/table.js';
import { bucketOf, bucketRange, jobTable } from './job.entity.js';

/** A job with the names of its assignee and its customer, and with its vehicle. */
export const NAMED_JOB: Pick<RecordKind<NamedJob>, 'select' | 'from'> = {
  select: `${selectList(jobTable)}, s.name as "assigneeName", c.name as "customerName",
    case when v.id is not null then json_build_object('year', v.year, 'make', v.make, 'model', v.model, 'trim', v.trim) end as "vehicle"`,
  from: `jobs t
    join customers c on c.shop_id = t.shop_id and c.id = t.customer_id
    left join staff s on s.shop_id = t.shop_id and s.id = t.assignee_id
    left join vehicles v on v.shop_id = t.shop_id and v.id = t.vehicle_id`,
};

const NEWEST_FIRST = ['t.created_at desc', 't.id desc'];
const SOONEST_FIRST = ['t.scheduled_start', 't.id'];
const BOTH: readonly Origin[] = ['service', 'import'];

export function jobPageSelects(filter: BookedJobFilter, parameter: Parameter): PageSelects {
  const { customerId, number, since, until } = filter;
  const order = since === undefined && until === undefined ? NEWEST_FIRST : SOONEST_FIRST;
  if (customerId !== undefined || number !== undefined) return selectFew(filter, order, parameter);
  return order === SOONEST_FIRST ? selectBooked(filter, parameter) : selectCounted(filter, parameter);
}

/** Selects the jobs of one customer or with one number. They are few, so they are counted and sorted directly. */
function selectFew(filter: BookedJobFilter, order: readonly string[], parameter: Parameter): PageSelects {
  const few = `select t.id, t.created_at, t.scheduled_start from jobs t where ${matchingSql(filter, parameter)}`;
  return {
    shared: [`few as materialized (${few})`],
    total: 'select count(*) as n from few',
    ids: `select t.id from few t order by ${order.join(', ')} limit $2 offset $3`,
  };
}

/**
 * Selects jobs by their scheduled start. The cost grows only with the number of jobs in the window, because these jobs are a
 * range of one index, which includes the columns of all other filters.
 */
function selectBooked(filter: BookedJobFilter, parameter: Parameter): PageSelects {
  const matching = matchingSql(filter, parameter);
  const ids = `select t.id from jobs t where ${matching} order by ${SOONEST_FIRST.join(', ')} limit $2 offset $3`;
  return { total: `select count(*) as n from jobs t where ${matching}`, ids };
}

/**
 * Selects jobs, newest first. The total comes from the stored counts by (origin, stage, assignee). The jobs of each origin are a
 * range of an index, and the page is merged from these ranges.
 */
function selectCounted({ origin, ...filter }: BookedJobFilter, parameter: Parameter): PageSelects {
  const origins = origin === undefined ? BOTH : [origin];
  const ranges = origins.map((one) => `from jobs t where ${matchingSql({ ...filter, origin: one }, parameter)}`);
  const buckets = origins.map((one) => bucketsSql({ ...filter, origin: one }, parameter));
  const total = countedTotal('jobs', `and (${buckets.join(' or ')})`);
  return { total, ids: mergedIds(ranges, NEWEST_FIRST) };
}

function matchingSql(filter: BookedJobFilter, parameter: Parameter): string {
  const { origin, stage, customerId, assigneeId, number, since, until } = filter;
  const wanted = [
    ...given('t.origin = ?', origin),
    ...given('t.stage = ?', stage),
    ...given('t.customer_id = ?', customerId),
    ...given('t.assignee_id = ?', assigneeId),
    ...given('t.number = ?', number),
    ...given('t.scheduled_start >= ?', since),
    ...given('t.scheduled_start < ?', until),
  ];
  return ['t.shop_id = $1', ...(wanted.length > 0 ? [conditionsSql(wanted, parameter)] : [])].join(' and ');
}

function bucketsSql({ origin, stage, assigneeId }: BookedJobFilter & { readonly origin: Origin }, parameter: Parameter): string {
  if (assigneeId !== undefined) {
    return `c.bucket = any (${parameter((stage === undefined ? JOB_STAGES : [stage]).map((one) => bucketOf({ origin, stage: one, assigneeId })))})`;
  }
  const [from, to] = bucketRange(origin, stage);
  return `(c.bucket >= ${parameter(from)} and c.bucket < ${parameter(to)})`;
}
