import { MINUTE_MS, millisOf, type Instant } from '../shared/instant.js';

/** The time from the minute `from` to just before the minute `to`. Minutes are counted since 1970-01-01T00:00Z. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The first whole minute at an instant or after it. */
export function firstMinuteFrom(instant: Instant): number {
  return Math.ceil(millisOf(instant) / MINUTE_MS);
}

export function overlap(one: Span, other: Span): boolean {
  return one.from < other.to && other.from < one.to;
}

/** The shortest span that has all minutes of some spans. */
export function hullOf(spans: readonly [Span, ...Span[]]): Span {
  return spans.reduce(({ from, to }, span) => ({ from: Math.min(from, span.from), to: Math.max(to, span.to) }));
}

/** All minutes of some spans that may be in any order: spans in order that neither overlap nor touch. */
export function union(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.from - other.from)) {
    const last = all.at(-1);
    if (last && span.from <= last.to) all[all.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else all.push(span);
  }
  return all;
}

/** The minutes that a union does not have. */
export function complement(all: readonly Span[]): Span[] {
  const others: Span[] = [];
  let from = -Infinity;
  for (const span of all) {
    others.push({ from, to: span.from });
    from = span.to;
  }
  return [...others, { from, to: Infinity }];
}

/** Adds a span to a union, in place. */
export function add(all: Span[], { from, to }: Span): void {
  const first = firstEndingAfter(all, from - 1);
  let [after, start, end] = [first, from, to];
  for (let next = all[after]; next && next.from <= to; next = all[after]) {
    [start, end] = [Math.min(start, next.from), Math.max(end, next.to)];
    after += 1;
  }
  all.splice(first, after - first, { from: start, to: end });
}

/** Tells whether a union has no minute of a span. */
export function isFree(all: readonly Span[], { from, to }: Span): boolean {
  const next = all[firstEndingAfter(all, from)];
  return !next || next.from >= to;
}

/** The index of the first span of a union that ends after a minute. */
export function firstEndingAfter(all: readonly Span[], minute: number): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.to ?? Infinity) > minute) high = middle;
    else low = middle + 1;
  }
  return low;
}
