import fc from 'fast-check';
import type { DeliveryId, EventId, WebhookId } from '../../../domain/shared/id.js';
import { millisOf } from '../../../domain/shared/instant.js';
import { LADDER_MS, nextTryAt, openDelivery, randomOf, retryAfterMs } from '../../../domain/webhooks/delivery.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-02T15:00:00.000Z');
const MIDDLE = 0.5;
const HOUR_MS = 3_600_000;

const waitOf = (attempt: number, random = MIDDLE, retryAfter: number | null = null): number | null => {
  const next = nextTryAt({ attempt, at: NOW, retryAfterMs: retryAfter, random });
  return next === null ? null : millisOf(next) - millisOf(NOW);
};

test('the first try of a delivery is due at once', () => {
  const ids = { id: 'delivery' as DeliveryId, webhookId: 'webhook' as WebhookId, eventId: 'event' as EventId }; // safe: any ids
  const given = { ...ids, eventType: 'lead.created' };
  const untried = { responseStatus: null, responseBody: null, error: null, durationMs: null };
  const first = { attempt: 1, status: 'pending', createdAt: NOW, nextAttemptAt: NOW };
  expect(openDelivery(given, NOW)).toEqual({ ...given, ...untried, ...first });
});

test('the ten tries of a delivery are about as far apart as the ladder says', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempt) => (waitOf(attempt) ?? 0) / 60_000);
  expect(minutes).toEqual([5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440]);
  expect(waitOf(10)).toBeNull();
});

test('a wait differs from its step by at most a fifth', () => {
  const step = fc.integer({ min: 1, max: LADDER_MS.length });
  fc.assert(
    fc.property(step, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (attempt, random) => {
      const ratio = (waitOf(attempt, random) ?? 0) / (LADDER_MS[attempt - 1] ?? 0);
      expect(ratio).toBeGreaterThanOrEqual(0.8);
      expect(ratio).toBeLessThanOrEqual(1.2);
    }),
  );
  expect([waitOf(2, 0), waitOf(2, 1)]).toEqual([240_000, 360_000]);
});

test.each([
  ['a wish for less than the step changes nothing', 60_000, 5 * 60_000],
  ['a wish for more is granted', 20 * 60_000, 20 * 60_000],
  ['a wish for a day makes the step an hour longer', 24 * HOUR_MS, HOUR_MS + 5 * 60_000],
])('Retry-After: %s', (_, wish, wait) => {
  expect(waitOf(2, MIDDLE, wish)).toBe(wait);
});

test('Retry-After gives no further try after the last', () => {
  expect(waitOf(10, MIDDLE, 1_000)).toBeNull();
});

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Mon, 02 Mar 2026 15:01:00 GMT', 60_000],
  ['Monday, 02-Mar-26 15:01:00 GMT', 60_000],
  ['Mon Mar  2 15:01:00 2026', 60_000],
  ['Mon, 02 Mar 2026 14:00:00 GMT', 0],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['Monday', null],
  ['Mon, 99 Foo 2026 15:01:00 GMT', null],
  ['9'.repeat(10), null],
  ['', null],
  [null, null],
])('the header Retry-After %j asks for %j ms', (header, ms) => {
  expect(retryAfterMs(header, NOW)).toBe(ms);
});

test('the last digits of an id are a random number from 0 to below 1', () => {
  const ids = [
    '0198a1f4-0000-7000-8000-000000000000',
    '0198a1f4-0000-7000-8000-000080000000',
    '0198a1f4-0000-7000-8000-ffffffffffff',
  ];
  expect(ids.map(randomOf)).toEqual([0, 0.5, 1 - 2 ** -32]);
});
