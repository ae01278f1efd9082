import type { AssignedJobFilter } from '../../../application/jobs/jobs.js';
import { JOB_STAGES } from '../../../domain/jobs/job.js';
import { conditionsSql, given } from '../keyset.js';
import { countedTotal, placed } from '../offset-pages.js';
import type { Parameter } from '../remembered-statements.js';
import { bucketOf, bucketRange } from './job.kind.js';

/** Of `OffsetPages`: the jobs that a filter takes, newest first, and how many they are. */
export function jobPageSql(filter: AssignedJobFilter, parameter: Parameter): string {
  const { origin, stage, customerId, assigneeId } = filter;
  const matching = conditionsSql(
    [
      { sql: 't.shop_id = $1 and t.origin = ?', value: origin },
      ...given('t.stage = ?', stage),
      ...given('t.customer_id = ?', customerId),
      ...given('t.assignee_id = ?', assigneeId),
    ],
    parameter,
  );
  const ids = `select t.id from jobs t where ${matching} order by t.created_at desc, t.id desc limit $2 offset $3`;
  // One customer's jobs are few: they are counted as they come.
  const total =
    customerId === undefined ? countedSql(filter, parameter) : `select count(*) as n from jobs t where ${matching}`;
  return `total as (${total}), page as (${placed(ids)})`;
}

/** Exact, from the counts by (origin, stage, assignee). */
function countedSql({ origin, stage, assigneeId }: AssignedJobFilter, parameter: Parameter): string {
  const [from, to] = bucketRange(origin, stage);
  const buckets =
    assigneeId === undefined
      ? `and c.bucket >= ${parameter(from)} and c.bucket < ${parameter(to)}`
      : `and c.bucket = any (${parameter((stage === undefined ? JOB_STAGES : [stage]).map((one) => bucketOf({ origin, stage: one, assigneeId })))})`;
  return countedTotal('jobs', buckets);
}
