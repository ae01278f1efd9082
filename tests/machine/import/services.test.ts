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
  it('shows all given values', async () => {
    const { bring, detail } = await aMenu();
    const fields = {
      description: 'Two\nlines',
      category: 'Detailing',
      pricing_model: 'per_hour',
      base_price: 89.95,
      duration_minutes: 480,
      cure_time_hours: 12.25,
      active: true,
      bookable: true,
      addon: true,
      tax_exempt: true,
      sku: 'CC-3',
      image_url: 'https://example.com/coating.jpg',
    };
    await bring({ ...fields, position: 3, deposit_type: 'percent', deposit_value: 12.5 });
    const shown = await detail();
    expect(shown).toEqual({ id: shown.id, name: 'Coating', ...fields, tiers: [], deposit: { type: 'percent', value: 12.5 } });
  });

  it('stores a service by default as sold, not bookable and without a deposit', async () => {
    const { bring, detail } = await aMenu();
    await bring({});
    expect(await detail()).toMatchObject({
      pricing_model: 'flat',
      base_price: null,
      active: true,
      bookable: false,
      addon: false,
      tax_exempt: false,
      deposit: { type: 'none', value: null },
    });
  });

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

  it('changes nothing and keeps the version if the same row comes again', async () => {
    const { shop, bring } = await aMenu();
    const rows = [
      { pricing_model: 'tiered', tiers: [SUV, SEDAN], deposit_type: 'fixed', deposit_value: 50, cure_time_hours: 1.5 },
    ];
    await bring(...rows);
    expect(await bring(...rows)).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    expect(await service.sql('select version from services where shop_id = $1', [shop.id])).toEqual([{ version: 1 }]);
  });

  it('clears values that a later row leaves empty', async () => {
    const { bring, detail } = await aMenu();
    await bring({
      description: 'x',
      category: 'y',
      base_price: 5,
      duration_minutes: 5,
      cure_time_hours: 5,
      sku: 'z',
      deposit_type: 'fixed',
      deposit_value: 5,
    });
    await bring({
      description: '',
      category: null,
      base_price: null,
      duration_minutes: null,
      cure_time_hours: null,
      sku: null,
      deposit_type: null,
      deposit_value: null,
    });
    expect(await detail()).toMatchObject({
      description: null,
      category: null,
      base_price: null,
      duration_minutes: null,
      cure_time_hours: null,
      sku: null,
      deposit: { type: 'none', value: null },
    });
  });

  it.each([
    [{ pricing_model: 'custom', base_price: 5 }, 'base_price', 'a custom service is priced by quote and has no set price'],
    [{ pricing_model: 'tiered', base_price: 5 }, 'base_price', 'a tiered service is priced by vehicle size'],
    [{ tiers: [SUV] }, 'tiers', 'a flat service cannot have prices by vehicle size'],
    [{ pricing_model: 'tiered', tiers: [SUV, { ...SUV, price: 1 }] }, 'tiers', 'suv is given twice'],
    [{ pricing_model: 'tiered', tiers: [SUV, { vehicle_size: 'sedan' }] }, 'tiers', 'entry 2: price: price is required'],
    [{ active: false, bookable: true }, 'bookable', 'an inactive service cannot be bookable'],
    [{ deposit_value: 5 }, 'deposit_value', 'needs the deposit_type fixed or percent'],
    [{ deposit_type: 'fixed' }, 'deposit_value', 'deposit_value is required'],
    [{ deposit_type: 'fixed', deposit_value: 5.555 }, 'deposit_value', 'must be an amount in CAD'],
    [{ deposit_type: 'percent', deposit_value: 100.01 }, 'deposit_value', 'must be from 0 to 100, with at most two decimals'],
    [{ cure_time_hours: -1 }, 'cure_time_hours', 'must be a number from 0 to 9999 with at most two decimals'],
    [{ image_url: 'javascript:alert(1)' }, 'image_url', 'is not an http or https address'],
    [{ name: 'n'.repeat(201) }, 'name', 'must be at most 200 characters'],
  ] as [Row, string, string][])('refuses %j', async (fields, column, reason) => {
    const { bring } = await aMenu();
    expect(await bring(fields)).toMatchObject({ created: 0, skipped: 1, errors: [{ line: 1, column, reason }] });
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

  it('refuses a size without a price, a service that is not tiered, and an unknown service', async () => {
    const { bring, tiers } = await aMenu();
    await bring({ external_id: 'flat' }, { pricing_model: 'tiered' });
    const rows = [
      { vehicle_size: 'van' },
      { service_external_id: 'flat', ...SUV },
      { service_external_id: 'none', ...SUV },
      { service_external_id: null, ...SUV },
    ];
    const { errors } = await tiers(...rows);
    expect(errors.map(({ column, reason }) => [column, reason])).toEqual([
      ['price', 'price is required'],
      ['vehicle_size', 'a flat service has no tiers'],
      ['service_external_id', 'no service of this shop has this external id'],
      ['service_id', 'service_id or service_external_id is required'],
    ]);
  });

  it('reads the texts of CSV cells', async () => {
    const { shop, bring, detail } = await aMenu();
    await bring({ pricing_model: 'tiered' });
    const row = { service_external_id: 'X', vehicle_size: 'truck', price: '300.50', duration_minutes: '90' };
    expect(await importRows(service, shop, 'service-tiers', [row], { isText: true })).toMatchObject({ created: 1, errors: [] });
    expect(await detail()).toMatchObject({ tiers: [{ vehicle_size: 'truck', price: 300.5, duration_minutes: 90 }] });
  });
});
