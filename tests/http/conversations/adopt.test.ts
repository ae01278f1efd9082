import { randomUUID } from 'node:crypto';
import { normalizePhone } from '../../../domain/shared/phone.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { react } from '../../support/due-work.js';
import { causesOf, eventsOf } from '../../support/outbox.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

const PHONE = '+16135550142';
const contactNumber = normalizePhone(PHONE, 'CA');
const ownerOf = async (id: string): Promise<string | null> =>
  (await shop.read.get(`/conversations/${id}`)).body.data.customer_id as string | null;
const create = async (fields: object): Promise<string> => {
  const email = `${randomUUID()}@example.com`;
  const { body } = await shop.full.post('/customers', { name: 'Dana Whitfield', email, ...fields });
  return body.data.id as string;
};

it('a new customer gets the threads of the phone, on every channel', async () => {
  const text = await aConversation(service, shop, { contactNumber });
  const call = await aConversation(service, shop, { contactNumber, channel: 'call' });
  const other = await aConversation(service, shop, { contactNumber: normalizePhone('613 555 0143', 'CA') });
  const dana = await create({ phone: PHONE });
  await react(service);
  expect([await ownerOf(text.id), await ownerOf(call.id), await ownerOf(other.id)]).toEqual([dana, dana, null]);
  expect(await eventsOf(service, text)).toMatchObject([
    { type: 'conversation.updated', data: { customer_id: dana, previous: { customer_id: null } } },
  ]);
  const [created] = await service.sql<{ id: string }>(`select id from outbox where type = 'customer.created' and shop_id = $1`, [
    shop.id,
  ]);
  expect(await causesOf(service, text)).toMatchObject([{ cause: { event_id: created?.id, operation: null, key_id: null } }]);
});

it('a customer who gets a phone later gets its threads, and nothing moves between customers', async () => {
  const dana = await create({});
  const robin = await create({ phone: PHONE });
  const thread = await aConversation(service, shop, { contactNumber });
  await react(service);
  expect(await ownerOf(thread.id)).toBe(robin);
  await shop.full.patch(`/customers/${robin}`, { phone: '+16135550199' });
  await shop.full.patch(`/customers/${dana}`, { phone: PHONE });
  await react(service);
  expect(await ownerOf(thread.id)).toBe(robin);
});

it('a change of something else adopts nothing, and another shop’s thread stays as it is', async () => {
  const stranger = await aConversation(service, await service.shop(), { contactNumber });
  const dana = await create({ phone: PHONE });
  await react(service);
  const thread = await aConversation(service, shop, { contactNumber });
  await shop.full.patch(`/customers/${dana}`, { name: 'Dana W.' });
  await react(service);
  expect(await ownerOf(thread.id)).toBeNull();
  expect(await service.sql('select customer_id from conversations where id = $1', [stranger.id])).toEqual([
    { customer_id: null },
  ]);
});
