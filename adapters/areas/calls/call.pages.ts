import type { CallFilter } from '../../../application/areas/calls/calls.js';
import type { ChangedRows, ChangesAsked } from '../../../application/kernel/operation/changes-page.js';
import type { OffsetSlice } from '../../../application/kernel/operation/page.js';
import { CALL_STATUSES, type Call, type ShownCall } from '../../../domain/calls/call.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { DIRECTIONS } from '../../../domain/texting/message.js';
import type { Database } from '../../storage/database.js';
import { ChangePages } from '../../storage/lists/change-pages.js';
import { conditionsSql, given, type ListCondition } from '../../storage/lists/keyset-pages.js';
import { countedTotal, OffsetPages, type PageSelects } from '../../storage/lists/offset-pages.js';
import type { Parameter } from '../../storage/statement.js';
import { bucketOf, callTable, SHOWN_CALL } from './call.entity.js';

/** The calls with one status and one direction. They are a range of an index in list order. */
export type CallRange = Pick<Call, 'status' | 'direction'>;

/** Returns the ranges of a filter by status and direction: all of them if the filter names neither. */
function rangesOf({ status, direction }: CallFilter): readonly CallRange[] {
  const directions = direction === undefined ? DIRECTIONS : [direction];
  const statuses = status === undefined ? CALL_STATUSES : [status];
  return statuses.flatMap((one) => directions.map((other) => ({ status: one, direction: other })));
}

/** Returns the SQL of the table `r`, which has a row for each range. `IN_RANGE` compares calls with it. */
function rangesSql(ranges: readonly CallRange[], parameter: Parameter): string {
  const statuses = parameter(ranges.map(({ status }) => status));
  const directions = parameter(ranges.map(({ direction }) => direction));
  return `unnest(${statuses}::text[], ${directions}::text[]) as r (status, direction)`;
}

/** SQL condition: the call `t` is in the range `r`. */
const IN_RANGE = 't.status = r.status and t.direction = r.direction';

/** The calls that started within a time, as the database counts them. */
export interface WindowParts {
  /** ranges of the counts by day and by month: each from (inclusive) to (exclusive), without the status and the direction */
  readonly counts: readonly (readonly [from: string, to: string])[];
  /** the parts of days at the ends; the calls of each part are counted one by one */
  readonly edges: readonly (readonly ListCondition[])[];
}

const FIRST_INSTANT = 'T00:00:00.000Z';
const LAST_INSTANT = 'T23:59:59.999Z';
/** A sign that follows every sign of a bucket. */
const AFTER = '~';

/**
 * Splits a window into whole months, whole days and the rest of at most two days, so that the cost of a total grows with neither
 * the window nor the number of calls. Buckets and instants are compared as texts.
 * @param since the window's first instant; undefined: no beginning
 * @param until the instant after the window; undefined: no end
 */
export function windowParts(since: Instant | undefined, until: Instant | undefined): WindowParts {
  if (since !== undefined && until !== undefined && dayOf(since) >= dayOf(until)) {
    return { counts: [], edges: [[atOrAfter(since), before(until)]] };
  }
  const from = since === undefined ? null : startOf(since);
  const to = until === undefined ? null : endOf(until);
  const edges = [...(from?.edge ?? []), ...(to?.edge ?? [])];
  if (from && to?.month === from.month) return { counts: [[from.days, to.days]], edges };
  const months = [from?.months ?? 'month:', to?.months ?? `month:${AFTER}`] as const;
  const days = [
    ...(from ? [[from.days, `day:${from.month}${AFTER}`] as const] : []),
    ...(to ? [[`day:${to.month}`, to.days] as const] : []),
  ];
  return { counts: [months, ...days], edges };
}

/** The place at which a window meets the counts: its first or last month, and the ends of the ranges of its whole days and months. */
interface End {
  readonly month: string;
  readonly days: string;
  readonly months: string;
  /** the part of a day, if there is one */
  readonly edge: readonly (readonly ListCondition[])[];
}

function startOf(since: Instant): End {
  const [day, month] = [dayOf(since), monthOf(since)];
  const isWhole = since.endsWith(FIRST_INSTANT);
  return {
    month,
    days: `day:${day}${isWhole ? '' : AFTER}`,
    months: `month:${month}${AFTER}`,
    edge: isWhole ? [] : [[atOrAfter(since), { sql: 't.started_at <= ?', value: day + LAST_INSTANT }]],
  };
}

function endOf(until: Instant): End {
  const [day, month] = [dayOf(until), monthOf(until)];
  const isWhole = until.endsWith(FIRST_INSTANT);
  return {
    month,
    days: `day:${day}`,
    months: `month:${month}`,
    edge: isWhole ? [] : [[{ sql: 't.started_at >= ?', value: day + FIRST_INSTANT }, before(until)]],
  };
}

function atOrAfter(instant: Instant): ListCondition {
  return { sql: 't.started_at >= ?', value: instant };
}

function before(instant: Instant): ListCondition {
  return { sql: 't.started_at < ?', value: instant };
}

function dayOf(instant: Instant): string {
  return instant.slice(0, 10);
}

function monthOf(instant: Instant): string {
  return instant.slice(0, 7);
}

/**
 * Returns the SQL of an exact total. It comes from the stored counts; only the calls of the part days at the ends of a window are
 * counted.
 * @param countSql makes the SQL that counts the calls of the ranges that meet some conditions
 */
function totalSql(
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

const NEWEST_FIRST = 't.started_at desc, t.id desc';

/** Pages of the phone log with exact totals, the newest call first. */
export class CallPages {
  private readonly pages: OffsetPages<ShownCall>;
  private readonly changePages: ChangePages<ShownCall>;

  constructor(database: Database) {
    this.changePages = new ChangePages(database, { table: callTable, ...SHOWN_CALL });
    this.pages = new OffsetPages(database, SHOWN_CALL, 'calls.list');
  }

  list(shop: ShopId, filter: CallFilter, limit: number, offset: number): Promise<OffsetSlice<ShownCall>> {
    return this.pages.list(shop, limit, offset, (parameter) => pageSelects(filter, parameter));
  }

  changes(shop: ShopId, filter: CallFilter, asked: ChangesAsked): Promise<ChangedRows<ShownCall>> {
    return this.changePages.list(shop, asked, conditionsOf(filter));
  }
}

function pageSelects(filter: CallFilter, parameter: Parameter): PageSelects {
  if (filter.customerId !== undefined) return selectFew(filter, parameter);
  if (filter.status === undefined && filter.direction === undefined) return selectAll(filter, parameter);
  return selectRanges(filter, parameter);
}

/** Selects the calls of one customer. They are few, so they are counted directly. */
function selectFew(filter: CallFilter, parameter: Parameter): PageSelects {
  const matching = `from calls t where ${matchingSql(conditionsOf(filter), parameter)}`;
  return {
    total: `select count(*) as n ${matching}`,
    ids: `select t.id ${matching} order by ${NEWEST_FIRST} limit $2 offset $3`,
  };
}

/** Selects the calls with any status and direction. One index has all of them in list order. */
function selectAll(filter: CallFilter, parameter: Parameter): PageSelects {
  const count = (part: string): string => `select count(*) from calls t where t.shop_id = $1 and ${part}`;
  return {
    total: totalSql(filter, rangesOf(filter), parameter, count),
    ids: `select t.id from calls t where ${matchingSql(windowOf(filter), parameter)} order by ${NEWEST_FIRST} limit $2 offset $3`,
  };
}

/**
 * Selects the calls with a status, with a direction, or with both. The calls of each such pair are a range of an index in list
 * order, and the page is merged from the ranges that match. So a page costs the same in a shop with any number of calls.
 */
function selectRanges(filter: CallFilter, parameter: Parameter): PageSelects {
  const ranges = rangesOf(filter);
  const wanted = rangesSql(ranges, parameter);
  const count = (part: string): string => `select coalesce(sum(s.n), 0) from ${wanted} cross join lateral (
      select count(*) as n from calls t where t.shop_id = $1 and ${IN_RANGE} and ${part}
    ) s`;
  const page = `select t.id, t.started_at from calls t where ${matchingSql(windowOf(filter), parameter)} and ${IN_RANGE}
    order by ${NEWEST_FIRST} limit $2::bigint + $3::bigint`;
  return {
    total: totalSql(filter, ranges, parameter, count),
    ids: `select t.id from ${wanted} cross join lateral (${page}) t order by ${NEWEST_FIRST} limit $2 offset $3`,
  };
}

function conditionsOf(filter: CallFilter): ListCondition[] {
  return [
    ...given('t.customer_id = ?', filter.customerId),
    ...given('t.direction = ?', filter.direction),
    ...given('t.status = ?', filter.status),
    ...windowOf(filter),
  ];
}

function windowOf({ since, until }: CallFilter): ListCondition[] {
  return [...given('t.started_at >= ?', since), ...given('t.started_at < ?', until)];
}

function matchingSql(wanted: readonly ListCondition[], parameter: Parameter): string {
  return ['t.shop_id = $1', ...(wanted.length > 0 ? [conditionsSql(wanted, parameter)] : [])].join(' and ');
}
