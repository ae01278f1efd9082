import { EraseCustomer } from '../../../application/areas/customers/erase-customer.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import { aCustomer } from '../../support/builders/records.js';
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

const block = async (phone: string, note?: string): Promise<void> => {
  service.clock.pass(1000);
  await shop.full.post('/comms/set_texting_block', { phone, blocked: true, ...(note !== undefined && { note }) });
};
const list = async (page: object = {}) => (await shop.read.post('/optouts/list', page)).body.data;

it('the blocked numbers are listed by pages, the latest block first, without those that were lifted', async () => {
  expect(await list()).toEqual({ items: [], total: 0, omitted: 0, next_offset: null });
  await block('+16135550141', 'Asked on the phone');
  await block('+16135550142');
  await block('+16135550143');
  await shop.full.post('/comms/set_texting_block', { phone: '+16135550142', blocked: false });
  const { items, ...counts } = await list({ limit: 1 });
  expect([items, counts]).toEqual([
    [{ number: '+16135550143', source: 'staff', since: service.clock.now(), line: null, note: null }],
    { total: 2, omitted: 1, next_offset: 1 },
  ]);
  expect((await list({ limit: 1, offset: 1 })).items).toMatchObject([{ number: '+16135550141', note: 'Asked on the phone' }]);
  expect(await list({ offset: 5 })).toEqual({ items: [], total: 2, omitted: 2, next_offset: null });
  expect((await (await service.shop()).read.post('/optouts/list', {})).body.data.total).toBe(0);
});

it('the number of an erased person stays blocked, and is not shown', async () => {
  const { id } = await aCustomer(shop.full, { phone: '+16135550144' });
  await block('+16135550144');
  await service.container.get(EraseCustomer).execute(shop.id, id as CustomerId); // safe: a customer's id
  expect((await list()).items).toMatchObject([{ number: null, source: 'staff' }]);
});
