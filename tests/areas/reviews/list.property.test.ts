import fc from 'fast-check';
import type { Review } from '../../../domain/reviews/review.js';
import { instantOf } from '../../../domain/shared/instant.js';
import { aStoredReview } from '../../support/builders/a-review.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

const star = fc.integer({ min: 1, max: 5 });
const review = fc.record({
  stars: fc.option(star, { freq: 4 }),
  reply: fc.option(fc.constant('Thank you')),
  leftAt: fc.option(
    fc.integer({ min: 0, max: 3 }).map((seconds) => instantOf(1_700_000_000_000 + seconds * 1000)),
    { freq: 4 },
  ),
  public: fc.integer({ min: 0, max: 4 }).map((number) => number > 0),
});
const asked = fc.record({
  unanswered_only: fc.boolean(),
  min_stars: fc.option(star, { freq: 2 }),
  max_stars: fc.option(star, { freq: 2 }),
  limit: fc.integer({ min: 1, max: 12 }),
  offset: fc.nat(8),
});
type Asked = typeof asked extends fc.Arbitrary<infer Value> ? Value : never;

function listed(reviews: readonly Review[], { unanswered_only: unanswered, min_stars: min, max_stars: max }: Asked): Review[] {
  return (
    reviews
      .filter((one) => one.public && (!unanswered || one.reply === null))
      .filter(({ stars }) => (min === null || (stars ?? 0) >= min) && (max === null || (stars ?? 6) <= max))
      // Reviews without a time come last. Times are in descending order, and so are the ids of equal times.
      .sort((one, other) => descending(one.leftAt ?? '', other.leftAt ?? '') || descending(one.id, other.id))
  );
}

function descending(one: string, other: string): number {
  return one === other ? 0 : one < other ? 1 : -1;
}

async function expectPage(shop: TestShop, reviews: readonly Review[], wanted: Asked): Promise<void> {
  const { limit, offset } = wanted;
  const matching = listed(reviews, wanted);
  const page = matching.slice(offset, offset + limit);
  const next = offset + page.length;
  const { items, ...meta } = (await shop.read.post('/reviews/list', wanted)).body.data;
  expect([wanted, items.map(({ id }: { id: string }) => id), meta]).toEqual([
    wanted,
    page.map(({ id }) => id),
    {
      total: matching.length,
      omitted: matching.length - page.length,
      next_offset: page.length > 0 && next < matching.length ? next : null,
    },
  ]);
}

it('order, filters, totals and pages of reviews equal a plain list’s', async () => {
  const reviews = fc.array(review, { minLength: 5, maxLength: 30, size: 'max' });
  await fc.assert(
    fc.asyncProperty(reviews, fc.array(asked, { minLength: 40, maxLength: 40 }), async (written, pages) => {
      const shop = await service.shop();
      const stored: Review[] = [];
      for (const one of written) stored.push(await aStoredReview(service, shop, one));
      for (const page of pages) await expectPage(shop, stored, page);
    }),
    { numRuns: 5, plugins: [fc.interruptAfterTimeLimit(40_000)] },
  );
}, 60_000);
