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

describe('a service', () => {
  it('is its list item with tiers, deposit and picture, the same at GET /services/{id} and services.get', async () => {
    const { id } = await aStoredService(
      service,
      shop,
      aTieredService({ depositType: 'fixed', depositValue: 5050, imageUrl: 'https://shop.example/detail.jpg' }),
    );
    const [item] = (await shop.read.get('/services')).body.data;
    const detail = {
      ...item,
      tiers: [
        { vehicle_size: 'sedan', price: 200, duration_minutes: null },
        { vehicle_size: 'suv', price: 250, duration_minutes: 90 },
      ],
      deposit: { type: 'fixed', value: 50.5 },
      image_url: 'https://shop.example/detail.jpg',
    };
    const rest = await shop.read.get(`/services/${id}`);
    expect([rest.status, rest.body]).toEqual([200, { data: detail }]);
    expect(Object.keys(rest.body.data)).toEqual([...Object.keys(item), 'tiers', 'deposit', 'image_url']);
    expect((await shop.read.post('/services/get', { id: id.toUpperCase() })).body).toEqual({ data: detail });
    expect((await shop.read.get(`/services/${id}`, { 'if-none-match': rest.headers.get('etag') ?? '' })).status).toBe(304);
  });

  it.each([
    ['none', null, null],
    ['fixed', 0, 0],
    ['percent', 2500, 25],
    ['percent', 1250, 12.5],
    ['percent', 3333, 33.33],
    ['percent', 0, 0],
    ['fixed', 10_000_000_000, 100_000_000],
  ] as const)('has, for a deposit %s of %j, the deposit %j', async (depositType, depositValue, value) => {
    const { id } = await aStoredService(service, shop, { depositType, depositValue });
    expect((await shop.read.get(`/services/${id}`)).body.data.deposit).toEqual({ type: depositType, value });
  });

  it('has a fixed deposit in the currency of its shop', async () => {
    shop = await service.shop({ currency: 'JPY' });
    const { id } = await aStoredService(
      service,
      shop,
      aTieredService({ depositType: 'fixed', depositValue: 5000, currency: 'JPY' }),
    );
    expect((await shop.read.get(`/services/${id}`)).body.data).toMatchObject({
      deposit: { value: 5000 },
      tiers: [{ price: 20_000 }, { price: 25_000 }],
    });
  });

  it('is found even if it is no longer sold, but not by another shop', async () => {
    const { id } = await aStoredService(service, shop, { active: false, bookable: false, basePrice: money(1) });
    expect((await shop.read.get(`/services/${id}`)).body.data).toMatchObject({ active: false, base_price: 0.01 });
    const other = await service.shop();
    expect((await other.full.get(`/services/${id}`)).status).toBe(404);
    for (const operation of ['get', 'tiers']) expect((await other.full.post(`/services/${operation}`, { id })).status).toBe(404);
  });
});

describe('services.tiers', () => {
  it('lists the prices by vehicle size', async () => {
    const { id } = await aStoredService(service, shop, aTieredService());
    expect((await shop.read.post('/services/tiers', { id })).body).toEqual({
      data: {
        items: [
          { vehicle_size: 'sedan', price: 200, duration_minutes: null },
          { vehicle_size: 'suv', price: 250, duration_minutes: 90 },
        ],
      },
    });
  });

  it.each(['flat', 'per_sqft', 'per_hour', 'custom'] as const)('is refused for a service priced %s', async (pricingModel) => {
    const { id } = await aStoredService(service, shop, { pricingModel });
    const { status, body } = await shop.read.post('/services/tiers', { id });
    expect([status, body.error.code, body.error.message]).toEqual([
      422,
      'validation_error',
      expect.stringMatching(`^id: .*${pricingModel}`),
    ]);
  });
});
