import fc from 'fast-check';
import { CALL_KIND } from '../../../adapters/areas/calls/call.entity.js';
import { windowParts } from '../../../adapters/areas/calls/call.pages.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { aCall } from '../../support/builders/a-call.js';
import { at } from '../../support/test-clock.js';

/** The ends of days, months, years and of time itself, and instants around them. */
const EDGES = ['1970-01-01', '2024-02-29', '2026-01-31', '2026-02-01', '2026-02-02', '2026-03-01', '2026-12-31', '9999-12-31'];
const TIMES = ['00:00:00.000', '00:00:00.001', '12:00:00.000', '23:59:59.999'];
const edge = fc.tuple(fc.constantFrom(...EDGES), fc.constantFrom(...TIMES)).map(([day, time]) => at(`${day}T${time}Z`));
const any = fc
  .date({ min: new Date('2025-11-20T00:00:00Z'), max: new Date('2026-03-10T00:00:00Z'), noInvalidDate: true })
  .map((date) => at(date.toISOString()));
const instant = fc.oneof(edge, any);

/** Tells how often a total counts a call: once for each of its buckets in the ranges, and once for each edge that it is in. */
function timesCounted(startedAt: Instant, since: Instant | undefined, until: Instant | undefined): number {
  const { counts, edges } = windowParts(since, until);
  const buckets = CALL_KIND.counted?.buckets(aCall({ startedAt })) ?? [];
  const inCounts = counts.flatMap(([from, to]) =>
    buckets.filter((bucket) => bucket >= `completed:inbound:${from}` && bucket < `completed:inbound:${to}`),
  );
  const inEdges = edges.filter((edge) => edge.every(({ sql, value }) => COMPARE[sql]?.(startedAt, value as Instant)));
  return inCounts.length + inEdges.length;
}

const COMPARE: Readonly<Record<string, (one: Instant, other: Instant) => boolean>> = {
  't.started_at >= ?': (one, other) => one >= other,
  't.started_at <= ?': (one, other) => one <= other,
  't.started_at < ?': (one, other) => one < other,
};

it('the parts of a window have each call of the window once, and no other call', () => {
  fc.assert(
    fc.property(
      instant,
      fc.option(instant, { nil: undefined }),
      fc.option(instant, { nil: undefined }),
      (start, since, until) => {
        fc.pre(since !== undefined || until !== undefined);
        const isInside = (since === undefined || start >= since) && (until === undefined || start < until);
        expect(timesCounted(start, since, until)).toBe(Number(isInside));
      },
    ),
    { numRuns: 1000 },
  );
});

it('a long window has at most three ranges of counts, and one that begins and ends with a day has no edges', () => {
  const long = windowParts(at('1990-05-17T10:00:00Z'), at('2026-08-17T10:00:00Z'));
  expect([long.counts.length, long.edges.length]).toEqual([3, 2]);
  expect(windowParts(at('2026-05-17T00:00:00Z'), at('2026-08-17T00:00:00Z')).edges).toEqual([]);
});
