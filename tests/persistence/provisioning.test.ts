import { SetShop } from '../../application/access/set-shop.js';
import { SettingsOfShops } from '../../application/access/settings-of-shops.js';
import { Shops } from '../../application/access/shops.js';
import { AddPhoneNumber } from '../../application/phone-numbers/add-phone-number.js';
import { PhoneNumbers } from '../../application/phone-numbers/phone-numbers.js';
import { ReleasePhoneNumber } from '../../application/phone-numbers/release-phone-number.js';
import { STANDARD_SETTINGS } from '../../domain/access/shop-settings.js';
import { readAssignments } from '../../infrastructure/cli/shop-assignments.js';
import { sharedTestService, type TestService, type TestShop } from '../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

const linesOf = async (): Promise<readonly { number: string; isPrimary: boolean }[]> =>
  (await service.container.get(PhoneNumbers).list(shop.id)).items.map(({ number, isPrimary }) => ({ number, isPrimary }));
const add = (n: number, primary = false): Promise<unknown> =>
  service.container
    .get(AddPhoneNumber)
    .execute(shop.id, { number: `613 555 01${String(n).padStart(2, '0')}`, primary, sending: true });

describe('the phone lines of a shop', () => {
  it('include one primary line when many are added and released at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => add(n, n % 3 === 0)));
    expect(await linesOf()).toHaveLength(20);
    const release = service.container.get(ReleasePhoneNumber);
    await Promise.all((await linesOf()).slice(0, 12).map(({ number }) => release.execute(shop.id, number)));
    expect((await linesOf()).map(({ isPrimary }) => isPrimary)).toEqual([true, ...Array.from({ length: 7 }, () => false)]);
  });

  it('include a number once when it is added twenty times at once, and again after its release', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => add(1)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await service.container.get(ReleasePhoneNumber).execute(shop.id, '+16135550101');
    await add(1);
    const rows = await service.sql('select status, is_primary from phone_numbers where shop_id = $1 order by status', [shop.id]);
    expect(rows).toEqual([
      { status: 'active', is_primary: true },
      { status: 'released', is_primary: false },
    ]);
  });

  it('cannot take a number that another shop has', async () => {
    await add(1);
    const other = await service.shop();
    await service.container.get(AddPhoneNumber).execute(other.id, { number: '613 555 0101', primary: false, sending: true });
    await expect(service.container.get(ReleasePhoneNumber).execute(other.id, '613 555 0102')).rejects.toThrow('not found');
    expect(await linesOf()).toEqual([{ number: '+16135550101', isPrimary: true }]);
  });
});

describe('the settings of a shop', () => {
  const set = async (...given: readonly (readonly [string, string])[]): Promise<unknown> =>
    service.container.get(SetShop).execute(shop.id, readAssignments(given.map(([key, value]) => ({ key, value }))));
  const settings = (): Promise<unknown> => service.container.get(SettingsOfShops).find(shop.id);

  it('have default values until one is set, and keep the other defaults then', async () => {
    expect(await settings()).toEqual(STANDARD_SETTINGS);
    await set(['bays', 'Bay 1,Bay 2']);
    expect(await settings()).toEqual({ ...STANDARD_SETTINGS, bays: ['Bay 1', 'Bay 2'] });
    await set(['messaging_service', 'MG1'], ['closures', '2026-12-25']);
    await set(['reply_to', 'desk@example.com'], ['texts_per_hour', '7']);
    await set(['messaging_service', 'none'], ['reply_to', 'none'], ['reply_pointer', 'Text us back.']);
    expect(await settings()).toEqual({
      ...STANDARD_SETTINGS,
      bays: ['Bay 1', 'Bay 2'],
      closures: ['2026-12-25'],
      textsPerHour: 7,
      replyPointer: 'Text us back.',
    });
  });

  it.each([
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['america/toronto', 'America/Toronto'],
  ])('keep the name of the time zone: %s', async (given, kept) => {
    await set(['timezone', given]);
    expect((await service.container.get(Shops).find(shop.id))?.timezone).toBe(kept);
  });

  it('keep both changes when two callers set different settings at once', async () => {
    await Promise.all([
      set(['bays', 'A']),
      set(['closures', '2026-12-25']),
      set(['messaging_service', 'MG1']),
      set(['opening_hours', 'closed']),
      set(['texts_per_hour', '9']),
    ]);
    expect(await settings()).toEqual({
      ...STANDARD_SETTINGS,
      bays: ['A'],
      closures: ['2026-12-25'],
      messagingService: 'MG1',
      openingHours: {},
      textsPerHour: 9,
    });
  });

  it.each([
    [
      [
        ['name', 'Other'],
        ['colour', 'red'],
      ],
      'colour: cannot be set; these can be set: name, timezone, features.scheduling',
    ],
    [
      [
        ['name', 'Other'],
        ['closures', 'soon'],
      ],
      'closures: ',
    ],
    [
      [
        ['bays', 'A'],
        ['name', ' '],
      ],
      'name: ',
    ],
    [
      [
        ['bays', 'A'],
        ['timezone', 'Mars/Base'],
      ],
      'timezone: ',
    ],
    [
      [
        ['bays', 'A'],
        ['features.booking', 'maybe'],
      ],
      'features.booking: must be on or off',
    ],
    [
      [
        ['bays', 'A'],
        ['features.flying', 'on'],
      ],
      'features.flying: cannot be set',
    ],
    [
      [
        ['bays', 'A'],
        ['bays', 'B'],
      ],
      'bays: is given twice',
    ],
  ] as const)('are not changed by %j: %s', async (given, reason) => {
    await expect(set(...given)).rejects.toThrow(reason);
    expect(await settings()).toEqual(STANDARD_SETTINGS);
    expect((await service.container.get(Shops).find(shop.id))?.name).toBe('Northside Auto Care');
  });

  it('cannot be set for a shop that does not exist', async () => {
    const nobody = '018f0000-0000-7000-8000-000000000000' as TestShop['id'];
    await expect(service.container.get(SetShop).execute(nobody, { shop: {}, settings: { bays: ['A'] } })).rejects.toThrow(
      'shop not found',
    );
  });

  it('switch features one by one', async () => {
    await set(['features.booking', 'off'], ['features.reviews', 'OFF']);
    await set(['features.reviews', 'on']);
    expect((await service.container.get(Shops).find(shop.id))?.features).toEqual({
      scheduling: true,
      services: true,
      reviews: true,
      booking: false,
    });
  });
});
