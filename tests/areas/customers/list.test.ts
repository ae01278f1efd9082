import { aCustomer } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
const idsOf = async (query: string): Promise<string[]> =>
  (await shop.read.get(`/customers?${query}`)).body.data.map(({ id }: { id: string }) => id) as string[];

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop({ country: 'GB' });
  await aCustomer((await service.shop({ country: 'GB' })).full, { email: 'dana@example.com', phone: '020 7946 0000' });
});
afterAll(() => service.stop());

describe('GET /customers', () => {
  it('finds a customer by e-mail in any case, or by phone in any spelling', async () => {
    const dana = await aCustomer(shop.full, { email: 'dana@example.com', phone: '020 7946 0000' });
    const lee = await aCustomer(shop.full);
    expect(await idsOf('')).toEqual([lee.id, dana.id]);
    for (const found of [
      'email=DANA@EXAMPLE.COM',
      'phone=02079460000',
      'phone=%2B44+20+7946+0000',
      'phone=+442079460000',
      'email=dana@example.com&phone=02079460000',
    ]) {
      expect([found, await idsOf(found)]).toEqual([found, [dana.id]]);
    }
  });

  it.each([
    'email=',
    'phone=',
    'email=nobody@example.com',
    'email=dana%25',
    'phone=abc',
    'phone=02079460001',
    'email=dana@example.com&phone=02079460001',
  ])('matches nothing for ?%s', async (query) => {
    const { status, body } = await shop.read.get(`/customers?${query}`);
    expect([status, body]).toEqual([200, { data: [], meta: { next_cursor: null } }]);
  });

  it('shows a dash where the record has no name, and answers the address', async () => {
    const { id } = await aCustomer(shop.full);
    await service.sql(
      `update customers set name = null, city = 'Ottawa', region = 'ON', postal_code = 'K1P 1J1' where shop_id = $1 and id = $2`,
      [shop.id, id],
    );
    const { body } = await shop.read.get(`/customers/${id}`);
    expect(body.data).toMatchObject({ name: '—', city: 'Ottawa', region: 'ON', postal_code: 'K1P 1J1' });
  });
});
