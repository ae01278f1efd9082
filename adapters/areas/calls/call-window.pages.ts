import type { Instant } from '../../../domain/shared/instant.js';
import type { Condition } from '../../storage/lists/keyset-pages.js';

/** The calls that started within a time, as the database counts them. */
export interface WindowParts {
  /** ranges of the counts by day and by month: each from (inclusive) to (exclusive), without the status and the direction */
  readonly counts: readonly (readonly [from: string, to: string])[];
  /** the parts of days at the ends; the calls of each part are counted one by one */
  readonly edges: readonly (readonly Condition[])[];
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
  readonly edge: readonly (readonly Condition[])[];
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

function atOrAfter(instant: Instant): Condition {
  return { sql: 't.started_at >= ?', value: instant };
}

function before(instant: Instant): Condition {
  return { sql: 't.started_at < ?', value: instant };
}

function dayOf(instant: Instant): string {
  return instant.slice(0, 10);
}

function monthOf(instant: Instant): string {
  return instant.slice(0, 7);
}
