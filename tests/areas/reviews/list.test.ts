import type { CustomerId } from '../../../domain/shared/id.js';
import { aStoredReview } from '../../support/builders/a-review.js';
import { aCustomer } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

/** The comments of all reviews that match. */
async function comments(filter: object = {}): Promise<string[]> {
  const { status, body } = await shop.read.post('/reviews/list', filter);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ total: body.data.items.length, omitted: 0, next_offset: null });
  return body.data.items.map(({ comment }: { comment: string }) => comment) as string[];
}

const day = (number: number): ReturnType<typeof at> => at(`2026-02-${String(number).padStart(2, '0')}T09:00:00.000Z`);

describe('POST /reviews/list', () => {
  it('has exactly the fields of the specification', async () => {
    const customer = await aCustomer(shop.full);
    const { id } = await aStoredReview(service, shop, {
      reviewerName: 'Robin T.',
      stars: 4,
      comment: 'Good\nwork',
      reply: 'Thank you',
      repliedAt: day(3),
      leftAt: day(2),
      customerId: customer.id as CustomerId,
    });
    const item = {
      id,
      reviewer_name: 'Robin T.',
      stars: 4,
      comment: 'Good\nwork',
      reply: 'Thank you',
      replied_at: day(3),
      left_at: day(2),
      customer_id: customer.id,
    };
    const { body } = await shop.read.post('/reviews/list');
    expect(body).toEqual({ data: { items: [item], total: 1, omitted: 0, next_offset: null } });
    expect(Object.keys(body.data.items[0])).toEqual(Object.keys(item));
  });

  it('has null for each value that the platform did not give', async () => {
    await aStoredReview(service, shop, { stars: null, leftAt: null });
    expect((await shop.read.post('/reviews/list')).body.data.items[0]).toMatchObject({
      reviewer_name: null,
      stars: null,
      comment: null,
      reply: null,
      replied_at: null,
      left_at: null,
      customer_id: null,
    });
  });

  it('lists by the time of the review, newest first; reviews without a time come last', async () => {
    await aStoredReview(service, shop, { comment: 'undated', leftAt: null });
    for (const number of [2, 3, 1]) await aStoredReview(service, shop, { comment: `day ${number}`, leftAt: day(number) });
    expect(await comments()).toEqual(['day 3', 'day 2', 'day 1', 'undated']);
    const { body } = await shop.read.post('/reviews/list', { offset: 3 });
    expect(body.data).toMatchObject({ items: [{ left_at: null }], total: 4, omitted: 3, next_offset: null });
    for (const leftAt of [null, day(9)]) {
      const other = await service.shop();
      const twins = [await aStoredReview(service, other, { leftAt }), await aStoredReview(service, other, { leftAt })];
      const { items } = (await other.read.post('/reviews/list')).body.data;
      expect(items.map(({ id }: { id: string }) => id)).toEqual(
        twins
          .map(({ id }) => id)
          .sort()
          .reverse(),
      );
    }
  });

  it('shows only public reviews, and only of this shop', async () => {
    await aStoredReview(service, shop, { comment: 'hidden', public: false });
    await aStoredReview(service, await service.shop(), { comment: 'theirs' });
    for (const filter of [{}, { unanswered_only: true }, { min_stars: 1 }, { max_stars: 5, unanswered_only: true }])
      expect(await comments(filter)).toEqual([]);
  });

  it('filters by rating and by whether a reply is needed', async () => {
    for (const [index, stars] of [null, 1, 2, 3, 4, 5].entries()) {
      await aStoredReview(service, shop, { comment: `${stars}`, stars, leftAt: day(10 - index) });
      await aStoredReview(service, shop, {
        comment: `${stars}, answered`,
        stars,
        leftAt: day(10 - index),
        reply: 'Thanks',
        id: `ffffffff-0000-7000-8000-00000000000${index}` as never,
      });
      await aStoredReview(service, shop, { comment: `${stars}, hidden`, stars, public: false });
    }
    const both = (...stars: (number | null)[]): string[] => stars.flatMap((star) => [`${star}, answered`, `${star}`]);
    expect((await comments()).sort()).toEqual(both(null, 1, 2, 3, 4, 5).sort());
    expect(await comments({ min_stars: 4 })).toEqual(both(4, 5));
    expect(await comments({ max_stars: 2 })).toEqual(both(1, 2));
    expect(await comments({ min_stars: 2, max_stars: 4 })).toEqual(both(2, 3, 4));
    expect(await comments({ min_stars: 3, max_stars: 3 })).toEqual(both(3));
    expect(await comments({ min_stars: 1, max_stars: 5 })).toEqual(both(1, 2, 3, 4, 5));
    expect(await comments({ unanswered_only: true })).toEqual(['null', '1', '2', '3', '4', '5']);
    expect(await comments({ unanswered_only: false, max_stars: 1 })).toEqual(both(1));
    expect(await comments({ unanswered_only: true, min_stars: 2, max_stars: 3 })).toEqual(['2', '3']);
    expect(await comments({ min_stars: 5, max_stars: 1 })).toEqual([]);
    expect((await shop.read.post('/reviews/list', { min_stars: 2, max_stars: 1, offset: 5 })).body.data).toEqual({
      items: [],
      total: 0,
      omitted: 0,
      next_offset: null,
    });
  });

  it('is a capability operation only: there is no GET /reviews', async () => {
    expect((await shop.read.get('/reviews')).status).toBe(404);
  });
});
