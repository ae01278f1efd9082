import type { Answer } from '../../support/api.js';
import { importRows, type Imported, type Row } from '../../support/importing.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

interface Menu {
  readonly shop: TestShop;
  readonly bring: (...rows: readonly Row[]) => Promise<Imported>;
  readonly tiers: (...rows: readonly Row[]) => Promise<Imported>;
  /** the service with this name */
  readonly detail: (name?: string) => Promise<Answer['body']>;
}

async function aMenu(currency = 'CAD'): Promise<Menu> {
  const shop = await service.shop({ currency });
  return {
    shop,
    bring: (...rows) =>
      importRows(
        service,
        shop,
        'services',
        rows.map((row) => ({ external_id: 'X', name: 'Coating', ...row })),
      ),
    tiers: (...rows) =>
      importRows(
        service,
        shop,
        'service-tiers',
        rows.map((row) => ({ service_external_id: 'X', ...row })),
      ),
    detail: async (name = 'Coating') => {
      const { body } = await shop.read.get('/services?limit=100');
      const { id } = body.data.find((one: { name: string }) => one.name === name) as { id: string };
      return (await shop.read.get(`/services/${id}`)).body.data;
    },
  };
}

const SEDAN = { vehicle_size: 'sedan', price: 199.5, duration_minutes: 150 };
const SUV = { vehicle_size: 'suv', price: 249.5, duration_minutes: null };

describe('an import of services', () => {
  it('keeps the menu order, the search and the totals exact after any changes', async () => {
    const { shop, bring } = await aMenu();
    await bring(
      { external_id: 'a', name: 'Éclat wash', position: 2, category: 'Wash', bookable: true },
      { external_id: 'b', name: 'Wax', position: 1, category: 'Wash' },
      { external_id: 'c', name: 'Wrap', position: 1, category: 'Film', addon: true },
    );
    await bring(
      { external_id: 'b', name: 'Eclat wax', category: 'wash', active: false },
      { external_id: 'c', name: 'Wrap', category: null },
    );
    const list = async (input: object): Promise<unknown> => {
      const { data } = (await shop.read.post('/services/list', input)).body;
      return [data.total, ...data.items.map(({ name }: { name: string }) => name)];
    };
    expect(await list({})).toEqual([3, 'Eclat wax', 'Wrap', 'Éclat wash']);
    expect(await list({ active_only: true })).toEqual([2, 'Wrap', 'Éclat wash']);
    expect(await list({ bookable_only: true })).toEqual([1, 'Éclat wash']);
    expect(await list({ addons_only: true })).toEqual([1, 'Wrap']);
    expect(await list({ category: 'WASH' })).toEqual([2, 'Eclat wax', 'Éclat wash']);
    expect(await list({ q: 'eclat' })).toEqual([2, 'Eclat wax', 'Éclat wash']);
    expect((await shop.read.post('/services/categories', {})).body.data.items).toMatchObject([{ count: 2 }]);
  });

  it('takes services that are no longer sold off the booking page', async () => {
    const { bring, detail } = await aMenu();
    await bring({ bookable: true });
    await bring({ active: false });
    expect(await detail()).toMatchObject({ active: false, bookable: false });
  });

  it('drops prices that the new pricing model does not use', async () => {
    const { bring, detail } = await aMenu();
    await bring({ base_price: 10 });
    await bring({ pricing_model: 'tiered', tiers: [SEDAN] });
    expect(await detail()).toMatchObject({ base_price: null, tiers: [SEDAN] });
    await bring({ pricing_model: 'flat', base_price: 20 });
    expect(await detail()).toMatchObject({ base_price: 20, tiers: [] });
  });

  it('requires the deposit again if its type changes', async () => {
    const { bring, detail } = await aMenu();
    await bring({ deposit_type: 'fixed', deposit_value: 20 });
    expect(await bring({ deposit_type: 'percent' })).toMatchObject({ errors: [{ column: 'deposit_value' }] });
    await bring({ deposit_value: 30 });
    expect(await detail()).toMatchObject({ deposit: { type: 'fixed', value: 30 } });
  });

  it('reads deposits and prices in the decimals of the shop’s currency', async () => {
    const { bring, detail } = await aMenu('KWD');
    await bring({ base_price: 5.125, deposit_type: 'fixed', deposit_value: 1.005 });
    expect(await detail()).toMatchObject({ base_price: 5.125, deposit: { type: 'fixed', value: 1.005 } });
  });
});

describe('an import of service tiers', () => {
  it('adds sizes in order, changes the named ones and keeps the others', async () => {
    const { bring, tiers, detail } = await aMenu();
    await bring({ pricing_model: 'tiered', tiers: [SUV] });
    const rows = [SEDAN, { vehicle_size: 'suv', duration_minutes: 200 }, { vehicle_size: 'oversize', price: 400 }];
    expect(await tiers(...rows)).toMatchObject({ created: 2, updated: 1, errors: [] });
    const expected = [SEDAN, { ...SUV, duration_minutes: 200 }, { vehicle_size: 'oversize', price: 400, duration_minutes: null }];
    expect(await detail()).toMatchObject({ tiers: expected });
    expect(await tiers(...rows)).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
  });

  it('removes a size without a price from the menu, and clears a duration', async () => {
    const { bring, tiers, detail } = await aMenu();
    await bring({ pricing_model: 'tiered', tiers: [SEDAN, { ...SUV, duration_minutes: 5 }] });
    expect(await tiers({ vehicle_size: 'sedan', price: null }, { vehicle_size: 'suv', duration_minutes: '' })).toMatchObject({
      created: 0,
      updated: 2,
    });
    expect(await detail()).toMatchObject({ tiers: [SUV] });
  });
});
