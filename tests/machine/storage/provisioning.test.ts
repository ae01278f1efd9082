import { SetShop } from '../../../application/areas/access/manage-shops.js';
import { SettingsOfShops, Shops } from '../../../application/areas/access/shops.js';
import { AddPhoneNumber } from '../../../application/areas/phone-numbers/add-phone-number.js';
import { PhoneNumbers } from '../../../application/areas/phone-numbers/phone-numbers.js';
import { ReleasePhoneNumber } from '../../../application/areas/phone-numbers/release-phone-number.js';
import { STANDARD_SETTINGS } from '../../../domain/access/shop.js';
import { Conflict, Unavailable } from '../../../domain/shared/errors.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { readAssignments } from '../../../infrastructure/cli/setting-texts.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterEach(async () => {
  // A number is live in one shop only, and the next test adds the same numbers to another shop.
  await service.sql(`update phone_numbers set status = 'abandoned' where shop_id = $1`, [shop.id]);
});
afterAll(() => service.stop());

const linesOf = async (): Promise<readonly { number: string; isPrimary: boolean }[]> =>
  (await service.container.get(PhoneNumbers).list(shop.id)).items.map(({ number, isPrimary }) => ({ number, isPrimary }));
/** Does again what a busy database could not do in time. */
const persist = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    if (error instanceof Unavailable) return persist(work);
    throw error;
  });
const add = (n: number, primary = false): Promise<unknown> =>
  service.container
    .get(AddPhoneNumber)
    .execute(shop.id, { number: `613 736 01${String(n).padStart(2, '0')}`, primary, sending: true });

describe('the phone lines of a shop', () => {
  it('include one primary line when many are added and released at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => persist(() => add(n, n % 3 === 0))));
    expect(await linesOf()).toHaveLength(20);
    const release = service.container.get(ReleasePhoneNumber);
    await Promise.all((await linesOf()).slice(0, 12).map(({ number }) => persist(() => release.execute(shop.id, number))));
    expect((await linesOf()).map(({ isPrimary }) => isPrimary)).toEqual([true, ...Array.from({ length: 7 }, () => false)]);
  });

  it('include a number once when it is added twenty times at once, and again after its release', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => add(1)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await service.container.get(ReleasePhoneNumber).execute(shop.id, '+16137360101');
    await add(1);
    const rows = await service.sql('select status, is_primary from phone_numbers where shop_id = $1 order by status', [shop.id]);
    expect(rows).toEqual([
      { status: 'active', is_primary: true },
      { status: 'released', is_primary: false },
    ]);
  });

  it('cannot be released by another shop', async () => {
    await add(1);
    const other = await service.shop();
    await expect(service.container.get(ReleasePhoneNumber).execute(other.id, '613 736 0101')).rejects.toThrow('not found');
    expect(await linesOf()).toEqual([{ number: '+16137360101', isPrimary: true }]);
  });

  it('cannot have a number that is live in another shop, until that shop releases it', async () => {
    const lines = service.container.get(PhoneNumbers);
    const number = '+16137360101' as E164; // a number in E.164
    expect(await lines.holder(number)).toBeNull();
    await add(1);
    const other = await service.shop();
    const addThere = () =>
      service.container.get(AddPhoneNumber).execute(other.id, { number: '613 736 0101', primary: false, sending: true });
    await expect(addThere()).rejects.toThrow(new Conflict('+16137360101 is already a line of another shop'));
    expect((await lines.holder(number))?.id).toBe(shop.id);
    await service.container.get(ReleasePhoneNumber).execute(shop.id, number);
    await addThere();
    expect((await lines.holder(number))?.id).toBe(other.id);
    await service.container.get(ReleasePhoneNumber).execute(other.id, number);
  });

  it('include a number in one shop when ten shops add it at once', async () => {
    const shops = await Promise.all(Array.from({ length: 10 }, () => service.shop()));
    const outcomes = await Promise.allSettled(
      shops.map(({ id }) =>
        service.container.get(AddPhoneNumber).execute(id, { number: '613 736 0150', primary: false, sending: true }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await service.sql(`select status from phone_numbers where number = '+16137360150'`)).toEqual([{ status: 'active' }]);
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
