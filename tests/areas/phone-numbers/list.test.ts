import { aPhoneNumber, type PhoneNumberRow } from '../../support/builders/a-phone-number.js';
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

const add = (fields: Partial<PhoneNumberRow> = {}): Promise<PhoneNumberRow> => aPhoneNumber(service, shop, fields);

function textsThrough({ id }: TestShop, messagingService: string | null): Promise<object> {
  return service.sql('update shop_settings set messaging_service = $2 where shop_id = $1', [id, messagingService]);
}

describe('GET /phone-numbers', () => {
  it('has exactly the decided fields', async () => {
    const { id, number } = await add({ label: 'Front desk', is_primary: true, is_sending: false, sms: false });
    const { status, text } = await shop.read.get('/phone-numbers');
    const line = {
      id,
      number,
      label: 'Front desk',
      is_primary: true,
      is_sending: false,
      sms: false,
      voice: true,
      status: 'active',
      created_at: '2026-01-01T09:00:00.000Z',
    };
    expect([status, text]).toEqual([200, JSON.stringify({ data: [line], meta: { messaging_service: null } })]);
  });

  it('lists the primary line first, then the oldest', async () => {
    const id = (last: number): string => `01931f6e-0000-7000-8000-00000000000${last}`;
    await add({ label: 'newest', created_at: '2026-03-01T09:00:00.000Z' });
    await add({ label: 'oldest', created_at: '2024-03-01T09:00:00.000Z' });
    await add({ label: 'as old, lower id', id: id(1) });
    await add({ label: 'as old, higher id', id: id(2) });
    await add({ label: 'primary', is_primary: true, created_at: '2026-04-01T09:00:00.000Z' });
    const { body } = await shop.read.get('/phone-numbers');
    expect(body.data.map(({ label }: PhoneNumberRow) => label)).toEqual([
      'primary',
      'oldest',
      'as old, higher id',
      'as old, lower id',
      'newest',
    ]);
  });

  it('omits released and abandoned numbers, a former primary line among them', async () => {
    await add({ status: 'released', is_primary: true });
    await add({ status: 'abandoned' });
    const [active, porting] = [await add(), await add({ status: 'porting', created_at: '2026-01-02T09:00:00.000Z' })];
    const { body } = await shop.read.get('/phone-numbers');
    expect(body.data.map(({ number, status }: PhoneNumberRow) => [number, status])).toEqual([
      [active.number, 'active'],
      [porting.number, 'porting'],
    ]);
  });

  it.each([null, 'MG0123456789abcdef'])(
    'answers the messaging service %s of the shop, with or without a line',
    async (messagingService) => {
      await textsThrough(shop, messagingService);
      expect((await shop.read.get('/phone-numbers')).body).toEqual({ data: [], meta: { messaging_service: messagingService } });
      await add();
      expect((await shop.read.get('/phone-numbers')).body).toMatchObject({
        data: [{}],
        meta: { messaging_service: messagingService },
      });
    },
  );
});
