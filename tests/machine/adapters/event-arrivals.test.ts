import { PostgresEventArrivals } from '../../../adapters/areas/events/postgres-event-arrivals.js';
import type { ShopId } from '../../../domain/shared/id.js';

// The casts are safe: any text can stand for a shop here.
const SHOP = 'shop' as ShopId;
const OTHER = 'other' as ShopId;
const { signal } = new AbortController();

const settled = async (promise: Promise<boolean>): Promise<boolean | 'waits'> => {
  await new Promise(setImmediate);
  return Promise.race([promise, Promise.resolve('waits' as const)]);
};

function hearing(): PostgresEventArrivals {
  const arrivals = new PostgresEventArrivals();
  arrivals.hear(true);
  return arrivals;
}

it('a watch notices an announcement for its shop, once, also one that comes before it waits', async () => {
  const arrivals = hearing();
  const watch = arrivals.watch(SHOP, 10_000);
  arrivals.announced(SHOP);
  expect(await watch.next(signal)).toBe(true);
  const next = watch.next(signal);
  arrivals.announced(OTHER);
  expect(await settled(next)).toBe('waits');
  arrivals.announced(SHOP);
  expect(await next).toBe(true);
  watch.end();
});

it('a watch ends with its time, and with its signal', async () => {
  const arrivals = hearing();
  expect(await arrivals.watch(SHOP, 1).next(signal)).toBe(false);
  const gone = new AbortController();
  const watch = arrivals.watch(SHOP, 10_000);
  const next = watch.next(gone.signal);
  gone.abort();
  expect(await next).toBe(false);
  arrivals.announced(SHOP);
  expect(await watch.next(gone.signal)).toBe(false);
  watch.end();
});

it('while nothing can be heard, a watch looks now and then', async () => {
  const arrivals = new PostgresEventArrivals(1);
  const watch = arrivals.watch(SHOP, 10_000);
  expect([await watch.next(signal), await watch.next(signal)]).toEqual([true, true]);
  watch.end();
});

it('a watch that hears nothing any more begins to look, and looks at once when hearing begins', async () => {
  const arrivals = new PostgresEventArrivals(1);
  arrivals.hear(true);
  const watch = arrivals.watch(SHOP, 10_000);
  const first = watch.next(signal);
  arrivals.hear(false);
  expect(await first).toBe(true);
  arrivals.hear(true);
  expect(await watch.next(signal)).toBe(true);
  watch.end();
});
