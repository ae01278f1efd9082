import { EraseCustomer } from '../../../../application/areas/customers/erase-customer.js';
import type { CustomerId } from '../../../../domain/shared/id.js';
import { aStoredCall } from '../../../support/builders/a-call.js';
import { aConversation, aMessage } from '../../../support/builders/a-conversation.js';
import { aStoredJob } from '../../../support/builders/a-job.js';
import { aCustomer, aLead, aStoredTask } from '../../../support/builders/records.js';
import { ChangeReader } from '../../../support/follow-changes.js';
import { sharedTestService, type TestService, type TestShop } from '../../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

const reader = (path: string, query: Readonly<Record<string, string>>): ChangeReader =>
  new ChangeReader(service, shop.read, path, query);

const MAKERS = {
  '/leads': (fields: object) => aLead(shop.full, fields),
  '/customers': (fields: object) => aCustomer(shop.full, fields),
};

it.each(Object.entries(MAKERS))('%s are told by words, ids and time of creation', async (path, make) => {
  const dana = await make({ name: 'Dana Whitfield', email: 'dana@example.com', phone: '+16135550142' });
  service.clock.pass(1000);
  const sam = await make({ name: 'Sam Okafor', email: 'sam@example.com', phone: '+16135550143' });
  const told = (query: Readonly<Record<string, string>>): Promise<unknown[]> => reader(path, { limit: '1', ...query }).news();
  expect(await told({ q: 'whit dana' })).toEqual([dana]);
  expect(await told({ q: 'example', email: 'sam@example.com' })).toEqual([sam]);
  expect(await told({ q: '!?' })).toEqual([]);
  expect(await told({ ids: `${sam.id},${dana.id}` })).toEqual([dana, sam]);
  expect(await told({ ids: sam.id, q: 'dana' })).toEqual([]);
  expect(await told({ created_since: sam.created_at })).toEqual([sam]);
  expect(await told({ created_until: sam.created_at })).toEqual([dana]);
});

it('tasks of every status are told by ids', async () => {
  const { id } = await aStoredTask(shop.full);
  await aStoredTask(shop.full);
  await shop.full.post(`/tasks/${id}`, { complete: true });
  expect(await reader('/tasks', { ids: String(id) }).news()).toMatchObject([{ id, status: 'done' }]);
});

it('what `include` names comes with the records, and not with those that are gone', async () => {
  const { id, name } = await aCustomer(shop.full);
  const customerId = id as CustomerId; // safe: a customer's id
  const thread = await aConversation(service, shop, { customerId });
  await aMessage(service, shop, thread);
  const call = await aStoredCall(service, shop, { customerId });
  const job = await aStoredJob(service, shop, { id });
  const task = await aStoredTask(shop.full, { customer_id: id });
  const threads = reader('/conversations', { include: 'contact,last_message' });
  const last_message = { direction: 'inbound', body: 'Is it ready?' };
  expect(await threads.news()).toMatchObject([{ id: thread.id, contact: { name }, last_message }]);
  expect(await reader('/calls', { include: 'contact' }).news()).toMatchObject([{ id: call.id, contact: { name } }]);
  expect(await reader('/jobs', { include: 'customer' }).news()).toMatchObject([{ id: job.id, customer: { name } }]);
  expect(await reader('/tasks', { include: 'customer' }).news()).toMatchObject([{ id: task['id'], customer: { name } }]);
  await service.container.get(EraseCustomer).execute(shop.id, customerId);
  expect(await threads.news()).toEqual([{ id: thread.id, deleted: true, updated_at: expect.any(String) }]);
});
