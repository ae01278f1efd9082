import type { Answer } from '../../support/api.js';
import { aTieredService, money } from '../../support/builders/a-service.js';
import { aStoredService } from '../../support/builders/a-stored-service.js';
import { eventsOf } from '../../support/outbox.js';
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

const update = (body: object): Promise<Answer> => shop.full.post('/services/update_price', body);

function expectRefusal({ status, body }: Answer, message: RegExp): void {
  expect([status, body.error]).toEqual([422, { code: 'validation_error', message: expect.stringMatching(message) }]);
}

describe('services.update_price', () => {
  it.each(['flat', 'per_sqft', 'per_hour'] as const)(
    'sets the base price of a service priced %s, and announces it',
    async (pricingModel) => {
      const { id } = await aStoredService(service, shop, { pricingModel });
      const { status, body } = await update({ id, base_price: 949.5 });
      const detail = (await shop.read.get(`/services/${id}`)).body.data;
      expect([status, body]).toEqual([200, { data: detail }]);
      expect(detail).toMatchObject({ pricing_model: pricingModel, base_price: 949.5, tiers: [] });
      expect(await eventsOf(service, { id })).toEqual([
        { type: 'service.updated', data: { ...detail, previous: { base_price: 900 } }, created_at: expect.anything() },
      ]);
    },
  );

  it('sets the named tiers, smallest first, and leaves other tiers and their durations unchanged', async () => {
    const { id } = await aStoredService(service, shop, aTieredService());
    const { status, body } = await update({
      id,
      tiers: [
        { vehicle_size: 'oversize', price: 400, duration_minutes: 240 },
        { vehicle_size: 'suv', price: 300.25 },
        { vehicle_size: 'compact', price: 0 },
      ],
    });
    const tiers = [
      { vehicle_size: 'compact', price: 0, duration_minutes: null },
      { vehicle_size: 'sedan', price: 200, duration_minutes: null },
      { vehicle_size: 'suv', price: 300.25, duration_minutes: 90 },
      { vehicle_size: 'oversize', price: 400, duration_minutes: 240 },
    ];
    expect([status, body.data.tiers, body.data.base_price]).toEqual([200, tiers, null]);
    expect((await shop.read.post('/services/tiers', { id })).body.data.items).toEqual(tiers);
    const [event, ...more] = await eventsOf(service, { id });
    expect([event?.data, more]).toMatchObject([
      {
        tiers,
        previous: {
          tiers: [
            { vehicle_size: 'sedan', price: 200, duration_minutes: null },
            { vehicle_size: 'suv', price: 250, duration_minutes: 90 },
          ],
        },
      },
      [],
    ]);
    expect(Object.keys(event?.data['previous'] ?? {})).toEqual(['tiers']);
  });

  it('announces nothing if nothing changed', async () => {
    const flat = await aStoredService(service, shop);
    const tiered = await aStoredService(service, shop, aTieredService());
    expect((await update({ id: flat.id, base_price: 900 })).status).toBe(200);
    expect(
      (
        await update({
          id: tiered.id,
          tiers: [
            { vehicle_size: 'suv', price: 250 },
            { vehicle_size: 'sedan', price: 200 },
          ],
        })
      ).status,
    ).toBe(200);
    expect([await eventsOf(service, flat), await eventsOf(service, tiered)]).toEqual([[], []]);
  });

  it('sets the price of a service that is no longer sold, or that never had a price', async () => {
    const { id } = await aStoredService(service, shop, { active: false, basePrice: null });
    expect((await update({ id, base_price: 10.1 })).body.data.base_price).toBe(10.1);
    expect((await eventsOf(service, { id }))[0]?.data['previous']).toEqual({ base_price: null });
  });

  it('reads amounts exactly, in the shop’s currency', async () => {
    for (const [currency, base_price, refused, most] of [
      ['CAD', 0.07, 0.071, 'at most 2'],
      ['JPY', 7, 7.1, 'no'],
      ['KWD', 0.007, 0.0007, 'at most 3'],
    ] as const) {
      shop = await service.shop({ currency });
      const { id } = await aStoredService(service, shop, { currency });
      expect((await update({ id, base_price })).body.data.base_price).toBe(base_price);
      expectRefusal(
        await update({ id, base_price: refused }),
        new RegExp(`^base_price: must have ${most} decimals in ${currency}$`),
      );
    }
  });

  it('requires the kind of price that fits the pricing model', async () => {
    const [flat, tiered, custom] = [
      await aStoredService(service, shop),
      await aStoredService(service, shop, aTieredService()),
      await aStoredService(service, shop, { pricingModel: 'custom', basePrice: null }),
    ];
    const tiers = [{ vehicle_size: 'suv', price: 1 }];
    expectRefusal(await update({ id: flat.id, tiers }), /^tiers: .*flat.*base_price/);
    expectRefusal(await update({ id: tiered.id, base_price: 1 }), /^base_price: .*tiered.*tiers/);
    expectRefusal(await update({ id: custom.id, base_price: 1 }), /^base_price: .*custom/);
    expectRefusal(await update({ id: custom.id, tiers }), /^tiers: .*custom/);
    expectRefusal(await update({ id: flat.id, base_price: 1, tiers }), /^tiers: .*not both/);
    for (const none of [{}, { base_price: null }, { base_price: null, tiers: null }])
      expectRefusal(await update({ id: flat.id, ...none }), /^body: give base_price or tiers/);
    expectRefusal(await update({ id: flat.id, price: 5 }), /^price: is not a field here; did you mean base_price/);
    for (const { id } of [flat, tiered, custom]) expect(await eventsOf(service, { id })).toEqual([]);
  });

  it.each([
    ['an empty list', [], /^tiers: must be a list of 1 to 6 entries/],
    ['too many', Array.from({ length: 7 }, () => ({ vehicle_size: 'suv', price: 1 })), /^tiers: must be a list/],
    ['an object', { vehicle_size: 'suv', price: 1 }, /^tiers: must be a list/],
    ['a text in it', [{ vehicle_size: 'suv', price: 1 }, 'suv'], /^tiers: entry 2 must be an object/],
    ['null in it', [null], /^tiers: entry 1 must be an object/],
    ['a list in it', [[]], /^tiers: entry 1 must be an object/],
    ['no size', [{ price: 1 }], /^tiers: entry 1: vehicle_size: vehicle_size is required/],
    ['no price', [{ vehicle_size: 'suv', price: 1 }, { vehicle_size: 'van' }], /^tiers: entry 2: price: price is required/],
    ['no such size', [{ vehicle_size: 'bus', price: 1 }], /^tiers: entry 1: vehicle_size: must be one of compact, /],
    ['a price as text', [{ vehicle_size: 'suv', price: '1' }], /^tiers: entry 1: price: must be an amount/],
    ['a negative price', [{ vehicle_size: 'suv', price: -1 }], /^tiers: entry 1: price: must be an amount/],
    [
      'a duration beyond a year',
      [{ vehicle_size: 'suv', price: 1, duration_minutes: 525_601 }],
      /^tiers: entry 1: duration_minutes: must be a whole number/,
    ],
    [
      'a size twice',
      [
        { vehicle_size: 'suv', price: 1 },
        { vehicle_size: 'van', price: 1 },
        { vehicle_size: 'suv', price: 2 },
      ],
      /^tiers: suv is given twice/,
    ],
    ['NUL in what is ignored', [{ vehicle_size: 'suv', price: 1, 'note\0': 1 }], /^body: must not contain NUL/],
    [
      'a field from a prototype',
      [JSON.parse('{"__proto__":{"vehicle_size":"suv","price":1}}')],
      /^tiers: entry 1: vehicle_size: vehicle_size is required/,
    ],
  ])('refuses tiers with %s', async (_, tiers, message) => {
    const { id } = await aStoredService(service, shop, aTieredService());
    expectRefusal(await update({ id, tiers }), message);
    expect((await shop.read.post('/services/tiers', { id })).body.data.items).toHaveLength(2);
  });

  it('ignores unknown fields of a tier', async () => {
    const { id } = await aStoredService(service, shop, aTieredService());
    const { body } = await update({ id, tiers: [{ vehicle_size: 'suv', price: 1, duration_minutes: null, hours: 5 }] });
    expect(body.data.tiers[1]).toEqual({ vehicle_size: 'suv', price: 1, duration_minutes: 90 });
  });
});

describe('services.set_online', () => {
  const set = (id: string, bookable: unknown): Promise<Answer> => shop.full.post('/services/set_online', { id, bookable });

  it('takes a service off the booking page and puts it back, and announces each change', async () => {
    const { id } = await aStoredService(service, shop, { basePrice: money(5) });
    for (const bookable of [false, true]) {
      const { status, body } = await set(id, bookable);
      expect([status, body.data]).toEqual([200, (await shop.read.get(`/services/${id}`)).body.data]);
      expect(body.data.bookable).toBe(bookable);
      service.clock.pass(1);
    }
    const events = await eventsOf(service, { id });
    expect(events.map(({ type, data }) => [type, data['bookable'], data['previous']])).toEqual([
      ['service.updated', false, { bookable: true }],
      ['service.updated', true, { bookable: false }],
    ]);
  });

  it('announces nothing if the service already is as requested', async () => {
    const on = await aStoredService(service, shop);
    const off = await aStoredService(service, shop, { active: false, bookable: false });
    expect([(await set(on.id, true)).status, (await set(off.id, false)).status]).toEqual([200, 200]);
    expect([await eventsOf(service, on), await eventsOf(service, off)]).toEqual([[], []]);
  });

  it.each([true, false])('never puts a service that is not sold on the booking page (it was there: %s)', async (bookable) => {
    const { id } = await aStoredService(service, shop, { active: false, bookable });
    const { status, body } = await set(id, true);
    expect([status, body.error]).toEqual([409, { code: 'conflict', message: expect.stringContaining('no longer sold') }]);
    expect((await set(id, false)).body.data.bookable).toBe(false);
  });
});
