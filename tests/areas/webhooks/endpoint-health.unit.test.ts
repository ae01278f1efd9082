import fc from 'fast-check';
import { later, type Instant } from '../../../domain/shared/instant.js';
import { outcomeOf } from '../../../domain/webhooks/delivery.js';
import {
  disabledAtEarliest,
  sumOf,
  verdictOn,
  type EndpointHealth,
  type SeenTries,
  type SeenTry,
} from '../../../domain/webhooks/endpoint-health.js';
import { wantsEvent } from '../../../domain/webhooks/webhook.js';
import { at } from '../../support/test-clock.js';

const START = at('2026-03-02T15:00:00.000Z');
const onDay = (days: number): Instant => later(START, days * 24 * 3_600_000);
const GOOD: EndpointHealth = { failingSince: null, warnedAt: null };

/** The state of an endpoint after some tries, as the database stores it. */
function healthAfter(before: EndpointHealth, seen: SeenTries): EndpointHealth {
  if (seen.lastSuccessAt !== null) return { failingSince: seen.failingSince, warnedAt: null };
  return { ...before, failingSince: before.failingSince ?? seen.failingSince };
}

test.each([
  [200, 'delivered'],
  [299, 'delivered'],
  [301, 'failed'],
  [404, 'failed'],
  [410, 'gone'],
  [500, 'failed'],
])('the answer %i means that the delivery is %s', (status, outcome) => {
  expect(outcomeOf(status)).toBe(outcome);
});

test('failures count from the first one after the last success', () => {
  const [failed, succeeded] = [false, true].map((good) => (day: number): SeenTry => ({ succeeded: good, at: onDay(day) }));
  const seen = sumOf([failed!(0), succeeded!(1), failed!(2), failed!(3)]);
  expect(seen).toEqual({ lastSuccessAt: onDay(1), lastFailureAt: onDay(3), failingSince: onDay(2) });
  expect(healthAfter({ failingSince: START, warnedAt: START }, seen)).toEqual({ failingSince: onDay(2), warnedAt: null });
  const further = healthAfter({ failingSince: START, warnedAt: onDay(4) }, sumOf([failed!(5)]));
  expect(further).toEqual({ failingSince: START, warnedAt: onDay(4) });
  expect(healthAfter({ failingSince: START, warnedAt: START }, sumOf([succeeded!(5)]))).toEqual(GOOD);
});

test('the sum of several parts gives the same state as the tries one by one', () => {
  const tries = fc.array(fc.record({ succeeded: fc.boolean(), at: fc.nat({ max: 9 }).map(onDay) }), { maxLength: 8 });
  fc.assert(
    fc.property(tries, fc.nat({ max: 8 }), (all, cut) => {
      const parts = [all.slice(0, cut), all.slice(cut)].map(sumOf);
      const single = all.map((one) => sumOf([one]));
      expect(parts.reduce(healthAfter, GOOD)).toEqual(single.reduce(healthAfter, GOOD));
    }),
  );
});

test.each([
  ['one that does not fail', GOOD, 9, 'fine'],
  ['failing for less than four days', { failingSince: START, warnedAt: null }, 3.9, 'fine'],
  ['failing for four days', { failingSince: START, warnedAt: null }, 4, 'warn'],
  ['warned half a day ago', { failingSince: START, warnedAt: onDay(4) }, 4.5, 'fine'],
  ['failing for five days and warned a day ago', { failingSince: START, warnedAt: onDay(4) }, 5, 'disable'],
  ['failing again after nine silent days, never warned', { failingSince: START, warnedAt: null }, 9, 'warn'],
  ['warned late, less than a day ago', { failingSince: START, warnedAt: onDay(9) }, 9.9, 'fine'],
  ['warned late, a day ago', { failingSince: START, warnedAt: onDay(9) }, 10, 'disable'],
] as const)('the verdict on an endpoint after a failure: %s', (_, health, day, verdict) => {
  expect(verdictOn(health, onDay(day))).toBe(verdict);
});

test('the warning names the earliest time of the end', () => {
  expect(disabledAtEarliest(START, onDay(4))).toBe(onDay(5));
  expect(disabledAtEarliest(START, onDay(9))).toBe(onDay(10));
});

test('a subscription without a list of kinds wants every kind', () => {
  expect(wantsEvent({ events: null }, 'lead.created')).toBe(true);
  expect(wantsEvent({ events: ['lead.created'] }, 'lead.created')).toBe(true);
  expect(wantsEvent({ events: ['lead.created'] }, 'lead.updated')).toBe(false);
  expect(wantsEvent({ events: [] }, 'lead.updated')).toBe(false);
});
