import { serviceEvents } from '../../../application/areas/services/service.view.js';
import { Services } from '../../../application/areas/services/services.js';
import { Announcer } from '../../../application/kernel/events/announcer.js';
import { NO_CAUSE } from '../../../application/kernel/events/cause.js';
import { updatePrice } from '../../../domain/services/update-price.js';
import { aTieredService, money } from '../../support/builders/a-service.js';
import { aStoredService } from '../../support/builders/a-stored-service.js';
import { eventsOf } from '../../support/outbox.js';
import { secondInstance } from '../../support/second-instance.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

const WAYS = 20;

function atOnce<Result>(work: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: WAYS }, (_, index) => work(index)));
}

const values = (from: number): number[] => Array.from({ length: WAYS }, (_, index) => from + index);
const numerically = (one: number, other: number): number => one - other;

/** Expects that the stored counts agree with the rows. */
async function expectExactCounts(): Promise<void> {
  const wrong = await service.sql(
    `
    with counted as (select bucket, sum(n) as n from record_counts where shop_id = $1 and list = 'services' group by bucket having sum(n) <> 0),
      there as (
        select active::int::text || bookable::int::text || addon::int::text || coalesce(':' || category_key, '') as bucket, count(*) as n
        from services where shop_id = $1 group by 1
      )
    select bucket, counted.n as counted, there.n as there from counted full join there using (bucket) where counted.n is distinct from there.n`,
    [shop.id],
  );
  expect(wrong).toEqual([]);
}

describe('twenty calls at once', () => {
  it('set twenty prices: each is announced once, one after the other', async () => {
    const { id } = await aStoredService(service, shop);
    const answers = await atOnce((index) => shop.full.post('/services/update_price', { id, base_price: 1 + index }));
    expect(answers.map(({ status, body }) => [status, body.data.base_price])).toEqual(values(1).map((price) => [200, price]));
    const last = (await shop.read.get(`/services/${id}`)).body.data.base_price as number;
    const events = await eventsOf(service, { id });
    expect(events.map(({ data }) => data['base_price'] as number).sort(numerically)).toEqual(values(1));
    const before = events.map(({ data }) => (data['previous'] as { base_price: number }).base_price);
    expect([...before, last].sort(numerically)).toEqual([...values(1), 900]);
    await expectExactCounts();
  });

  it('set one price: it is announced once', async () => {
    const { id } = await aStoredService(service, shop, aTieredService());
    const tiers = [{ vehicle_size: 'van', price: 12.5 }];
    const answers = await atOnce(() => shop.full.post('/services/update_price', { id, tiers }));
    expect(answers.map(({ status, body }) => [status, body.data.tiers.at(-1).price])).toEqual(values(0).map(() => [200, 12.5]));
    expect(await eventsOf(service, { id })).toHaveLength(1);
  });

  it('price a service and move it on and off the booking page: no change is lost, and totals are right', async () => {
    const { id } = await aStoredService(service, shop, { category: 'Detailing' });
    await atOnce((index) =>
      index % 2
        ? shop.full.post('/services/update_price', { id, base_price: 1 + index })
        : shop.full.post('/services/set_online', { id, bookable: index % 4 === 0 }),
    );
    const end = (await shop.read.get(`/services/${id}`)).body.data;
    expect(end.base_price).not.toBe(900);
    const priced = (await eventsOf(service, { id })).filter(({ data }) => 'base_price' in (data['previous'] as object));
    expect(priced).toHaveLength(WAYS / 2);
    await expectExactCounts();
    for (const [filter, total] of [
      [{}, 1],
      [{ category: 'detailing' }, 1],
      [{ bookable_only: true }, end.bookable ? 1 : 0],
    ] as const) {
      expect((await shop.read.post('/services/list', filter)).body.data.total).toBe(total);
    }
  });

  it('raise a price on two instances of the service: every increase counts', async () => {
    const second = secondInstance(service);
    const instances = [service.container.get(Services), second.get(Services)];
    const { id } = await aStoredService(service, shop);
    const announcer = service.container.get(Announcer);
    await atOnce(
      (index) =>
        instances[index % 2]?.change(shop.id, id, (before) => {
          const price = { kind: 'base_price', basePrice: money((before.basePrice ?? 0) + 1) } as const;
          return announcer.announce(serviceEvents, before, updatePrice(before, price, service.clock.now()), NO_CAUSE);
        }) ?? Promise.resolve(null),
    );
    expect((await shop.read.get(`/services/${id}`)).body.data.base_price).toBe(900.2);
    expect(await eventsOf(service, { id })).toHaveLength(WAYS);
  });
});
