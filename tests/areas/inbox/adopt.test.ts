import { randomUUID } from 'node:crypto';
import { normalizePhone } from '../../../domain/shared/phone.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { insert } from '../../support/builders/insert.js';
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
const SHOP = '+16135550100';
const contactNumber = normalizePhone(PHONE, 'CA');
const ownerOf = async (id: string): Promise<string | null> =>
  (await shop.read.get(`/conversations/${id}`)).body.data.customer_id as string | null;
const create = async (fields: object): Promise<string> => {
  const email = `${randomUUID()}@example.com`;
  const { body } = await shop.full.post('/customers', { name: 'Dana Whitfield', email, ...fields });
  return body.data.id as string;
};

async function aCall(fields: object = {}): Promise<string> {
  const parties = { direction: 'inbound', from: PHONE, to: SHOP };
  const times = { started_at: service.clock.now(), created_at: service.clock.now() };
  const silent = { status: 'missed', has_recording: false, has_voicemail: false };
  return (await insert(service, 'calls', { shop_id: shop.id, id: randomUUID(), ...parties, ...times, ...silent, ...fields })).id;
}

async function ownersOf(calls: readonly string[]): Promise<(string | null)[]> {
  const rows = await service.sql<{ owner: string | null }>(
    'select customer_id as owner from calls where shop_id = $1 and id = any ($2) order by array_position($2::uuid[], id)',
    [shop.id, calls],
  );
  return rows.map(({ owner }) => owner);
}

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

it('a new customer gets the calls from and to the phone that belong to nobody, but none in a thread of somebody else', async () => {
  const robin = await create({});
  const own = await aConversation(service, shop, { contactNumber });
  const others = await aConversation(service, shop, { contactNumber });
  await service.sql('update conversations set customer_id = $3 where shop_id = $1 and id = $2', [shop.id, others.id, robin]);
  const adopted = [
    await aCall(),
    await aCall({ direction: 'outbound', from: SHOP, to: PHONE }),
    await aCall({ conversation_id: own.id }),
  ];
  const left = [
    await aCall({ from: '+16135550143' }),
    await aCall({ from: SHOP, to: PHONE }),
    await aCall({ conversation_id: others.id }),
  ];
  const theirs = await aCall({ customer_id: robin });
  const dana = await create({ phone: PHONE });
  await react(service);
  expect(await ownersOf([...adopted, ...left, theirs])).toEqual([dana, dana, dana, null, null, null, robin]);
});

it('a customer who has lost the phone meanwhile gets nothing, and another shop’s call stays as it is', async () => {
  const thread = await aConversation(service, shop, { contactNumber });
  const call = await aCall();
  const dana = await create({ phone: PHONE });
  await shop.full.patch(`/customers/${dana}`, { phone: null });
  const foreign = (await service.shop()).full;
  await foreign.post('/customers', { name: 'Lee', phone: PHONE });
  await react(service);
  expect([await ownerOf(thread.id), ...(await ownersOf([call]))]).toEqual([null, null]);
});

it('a repetition changes nothing more', async () => {
  const thread = await aConversation(service, shop, { contactNumber });
  const dana = await create({ phone: PHONE });
  await react(service);
  await service.sql(`update outbox set relayed_at = null where type = 'customer.created' and shop_id = $1`, [shop.id]);
  await react(service);
  expect(await ownerOf(thread.id)).toBe(dana);
  expect(await eventsOf(service, thread)).toHaveLength(1);
});
