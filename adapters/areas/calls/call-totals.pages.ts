import type { CallFilter } from '../../../application/areas/calls/calls.js';
import { conditionsSql } from '../../storage/lists/keyset-pages.js';
import { countedTotal } from '../../storage/lists/offset-pages.js';
import type { Parameter } from '../../storage/statement.js';
import type { CallRange } from './call-ranges.pages.js';
import { windowParts } from './call-window.pages.js';
import { bucketOf } from './call.kind.js';

/**
 * Returns the SQL of an exact total. It comes from the stored counts; only the calls of the part days at the ends of a window are
 * counted.
 * @param countSql makes the SQL that counts the calls of the ranges that meet some conditions
 */
export function totalSql(
  { since, until }: CallFilter,
  ranges: readonly CallRange[],
  parameter: Parameter,
  countSql: (conditions: string) => string,
): string {
  const buckets = ranges.map(({ status, direction }) => bucketOf(status, direction));
  if (since === undefined && until === undefined) return countedTotal('calls', `and c.bucket = any (${parameter(buckets)})`);
  const { counts, edges } = windowParts(since, until);
  const sums = [
    ...(counts.length > 0 ? [countsSql(buckets, counts, parameter)] : []),
    ...edges.map((edge) => countSql(conditionsSql(edge, parameter))),
  ];
  return `select (${sums.map((sum) => `(${sum})`).join(' + ')})::bigint as n`;
}

/** Adds up the counts of the buckets by day and by month. Each sum reads one range of the key of the counts. */
function countsSql(buckets: readonly string[], counts: ReturnType<typeof windowParts>['counts'], parameter: Parameter): string {
  const ranges = buckets.flatMap((bucket) => counts.map(([from, to]) => [`${bucket}:${from}`, `${bucket}:${to}`] as const));
  const [from, to] = [parameter(ranges.map(([first]) => first)), parameter(ranges.map(([, end]) => end))];
  return `select coalesce(sum(s.n), 0) from unnest(${from}::text[], ${to}::text[]) as w (first, past) cross join lateral (
      select sum(c.n) as n from record_counts c
      where c.shop_id = $1 and c.list = 'calls' and c.bucket >= w.first and c.bucket < w.past
    ) s`;
}
