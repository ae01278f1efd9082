import type { Service } from '../../../domain/services/service.js';
import { aTieredService, money } from '../../support/builders/a-service.js';
import { aStoredService } from '../../support/builders/a-stored-service.js';
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

async function aMenu(...fields: Partial<Service>[]): Promise<void> {
  for (const one of fields) await aStoredService(service, shop, one);
}

/** Returns the names in the answer of GET /services, and expects the same answer from POST /services/list. */
async function names(filter: Readonly<Record<string, string | boolean | number>> = {}): Promise<string[]> {
  const query = Object.entries(filter).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const rest = await shop.read.get(`/services?${query.join('&')}`);
  const capability = await shop.read.post('/services/list', filter);
  expect([rest.status, capability.status]).toEqual([200, 200]);
  expect(capability.body.data).toEqual({ items: rest.body.data, ...rest.body.meta });
  expect(rest.body.meta).toEqual({ total: rest.body.data.length, omitted: 0, next_offset: null });
  return rest.body.data.map(({ name }: { name: string }) => name) as string[];
}

describe('an item', () => {
  it('has exactly the fields of the specification', async () => {
    const full = await aStoredService(service, shop, {
      name: 'Ceramic coating',
      description: 'Three years',
      category: 'Detailing',
      basePrice: money(89_950),
      durationMinutes: 240,
      cureTimeHours: 12.5,
      active: true,
      bookable: false,
      addon: true,
      taxExempt: true,
      sku: 'CC-3',
      imageUrl: 'https://shop.example/cc.jpg',
      depositType: 'fixed',
      depositValue: 5000,
    });
    const item = {
      id: full.id,
      name: 'Ceramic coating',
      description: 'Three years',
      category: 'Detailing',
      pricing_model: 'flat',
      base_price: 899.5,
      duration_minutes: 240,
      cure_time_hours: 12.5,
      active: true,
      bookable: false,
      addon: true,
      tax_exempt: true,
      sku: 'CC-3',
    };
    const { body } = await shop.read.get('/services');
    expect(body).toEqual({ data: [item], meta: { total: 1, omitted: 0, next_offset: null } });
    expect(Object.keys(body.data[0])).toEqual(Object.keys(item));
  });

  it('has null for each unknown value', async () => {
    await aMenu(aTieredService());
    expect((await shop.read.get('/services')).body.data[0]).toMatchObject({
      description: null,
      category: null,
      pricing_model: 'tiered',
      base_price: null,
      duration_minutes: null,
      cure_time_hours: null,
      sku: null,
    });
  });

  it.each([
    ['JPY', 900],
    ['KWD', 0.9],
    ['CAD', 9],
  ] as const)('has its price in major units of %s', async (currency, price) => {
    shop = await service.shop({ currency });
    await aMenu({ basePrice: money(900), currency });
    expect((await shop.read.get('/services')).body.data[0].base_price).toBe(price);
  });
});

describe('the menu', () => {
  it('is sorted by position, then name, then id, and includes services that are no longer sold', async () => {
    await aMenu(
      { name: 'b', position: 2 },
      { name: 'a', position: 2, active: false },
      { name: 'last', position: 3 },
      { name: 'first', position: -1 },
    );
    expect(await names()).toEqual(['first', 'a', 'b', 'last']);
    const twins = [
      await aStoredService(service, shop, { name: 'twin', position: 9 }),
      await aStoredService(service, shop, { name: 'twin', position: 9 }),
    ];
    const { body } = await shop.read.get('/services?offset=4');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(twins.map(({ id }) => id).sort());
  });
});

describe('the category filter', () => {
  it('matches the whole name in any case', async () => {
    await aMenu(
      { name: 'a', category: 'Détail' },
      { name: 'b', category: 'DÉTAIL' },
      { name: 'c', category: 'Détail intérieur' },
      { name: 'd', category: 'Detail' },
      { name: 'e', category: null },
    );
    for (const category of ['Détail', 'détail', ' DÉTAIL ', 'De\u0301tail'])
      expect(await names({ category })).toEqual(['a', 'b']);
    expect(await names({ category: 'detail' })).toEqual(['d']);
    for (const category of ['Dét', '%', 'D_tail']) expect(await names({ category })).toEqual([]);
    expect((await shop.read.get('/services?category=')).body.meta.total).toBe(0);
  });
});

describe('services.categories', () => {
  const categories = async (): Promise<unknown> => (await shop.read.post('/services/categories')).body.data.items as unknown;

  it('lists named categories in alphabetical order, each in one spelling, with exact counts', async () => {
    await aMenu(
      { category: 'tires', position: 2 },
      { category: 'TIRES', position: 1, active: false },
      { category: 'Tires', position: 3 },
      { category: 'Électrique' },
      { category: 'detailing' },
      { category: 'Zinc' },
      { category: null },
      { category: '110' },
      { category: 'a: b' },
    );
    expect(await categories()).toEqual([
      { category: '110', count: 1 },
      { category: 'a: b', count: 1 },
      { category: 'detailing', count: 1 },
      { category: 'Électrique', count: 1 },
      { category: 'TIRES', count: 3 },
      { category: 'Zinc', count: 1 },
    ]);
    for (const { category, count } of (await categories()) as { category: string; count: number }[])
      expect(await names({ category })).toHaveLength(count);
  });

  it('counts a service once, after any number of changes', async () => {
    const { id } = await aStoredService(service, shop, { category: 'Care' });
    for (const bookable of [false, true, false]) await shop.full.post('/services/set_online', { id, bookable });
    expect(await categories()).toEqual([{ category: 'Care', count: 1 }]);
    expect(await names({ bookable_only: true })).toEqual([]);
    expect(await names({ category: 'care' })).toHaveLength(1);
  });

  it('is empty for a menu without categories', async () => {
    await aMenu({ category: null });
    expect(await categories()).toEqual([]);
  });
});
