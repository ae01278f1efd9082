import { aCustomer, aLead, aStoredTask } from 'shop-operations-api/tests/support/builders/records.js';
import { startTestService, type TestService, type TestShop } from 'shop-operations-api/tests/support/service.js';
import { houseRules } from '../extension.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await startTestService({ extensions: [houseRules] });
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

const notesOn = async (lead: { readonly id: string }): Promise<string[]> =>
  (await shop.read.get(`/leads/${lead.id}/timeline`)).body.data.map(({ body }: { body: string }) => body);

test.each(['/leads', '/customers'])('POST %s refuses an address of a blocked domain, and stores nothing', async (path) => {
  const refused = await shop.full.post(path, { name: 'Dana Whitfield', email: 'Dana@SPAM.example' });
  expect([refused.status, refused.body.error]).toEqual([
    422,
    { code: 'validation_error', message: 'email: the shop accepts no address at spam.example' },
  ]);
  expect((await shop.read.get(path)).body.data).toEqual([]);
  expect((await shop.full.post(path, { name: 'Dana Whitfield', email: 'dana@shop.example' })).status).toBe(201);
});

test('a done task is noted on the newest lead with the contacts of its customer', async () => {
  const customer = await aCustomer(shop.full, { phone: '613 555 0142' });
  const older = await aLead(shop.full, { phone: '613 555 0142' });
  service.clock.pass(1000);
  const newest = await aLead(shop.full, { phone: '613 555 0142' });
  const task = await aStoredTask(shop.full, { title: 'Call back', customer_id: customer.id });
  expect((await shop.full.post(`/tasks/${task.id}`, { complete: true })).status).toBe(200);
  expect([await notesOn(newest), await notesOn(older)]).toEqual([['Task done: Call back'], []]);
});

test('a task without a customer, and a customer without a lead, are left alone', async () => {
  const customer = await aCustomer(shop.full, { phone: '613 555 0143' });
  for (const fields of [{}, { customer_id: customer.id }]) {
    const task = await aStoredTask(shop.full, fields);
    expect((await shop.full.post(`/tasks/${task.id}`, { complete: true })).status).toBe(200);
  }
});
