import { TextingBlocks } from '../../../application/areas/texting/texting-blocks.js';
import { NO_CAUSE } from '../../../application/kernel/events/cause.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

const PHONE = '+16135550142' as E164; // a number in E.164 is what the brand stands for
const OTHER = '+16135550143' as E164;

let service: TestService;
let shop: TestShop;
let customer: string;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
  const dana = { name: 'Dana Whitfield', phone: PHONE, email: 'dana@example.com', consent_source: 'web_form' };
  customer = (await shop.full.post('/customers', dana)).body.data.id;
  service.clock.pass(1000);
});
afterAll(() => service.stop());

const block = (number: E164, source: 'stop' | 'staff' = 'stop') =>
  service.container.get(TextingBlocks).block(shop.id, { number, source }, NO_CAUSE);
const lift = (number: E164, by: 'start' | 'staff') => service.container.get(TextingBlocks).lift(shop.id, number, by, NO_CAUSE);

type Shown = readonly [blocked: boolean, marketing: boolean];
const shown = ({ texting_blocked, marketing_consent }: Record<string, boolean>): Shown => [texting_blocked!, marketing_consent!];
const ofCustomer = async (id = customer): Promise<Shown> => shown((await shop.read.post('/customers/get', { id })).body.data);
const ofThread = async (id: string): Promise<Shown> => shown((await shop.read.get(`/conversations/${id}`)).body.data);

test('a STOP blocks the customer with this phone, and ends the consent for good; START lifts only the block', async () => {
  expect(await ofCustomer()).toEqual([false, true]);
  await block(PHONE);
  expect(await ofCustomer()).toEqual([true, false]);
  await lift(PHONE, 'start');
  expect(await ofCustomer()).toEqual([false, false]);
});

test('the staff’s block ends no consent', async () => {
  await block(PHONE, 'staff');
  expect(await ofCustomer()).toEqual([true, false]);
  await lift(PHONE, 'staff');
  expect(await ofCustomer()).toEqual([false, true]);
});

test('a block stays with its number when the customer’s phone changes, and holds for the next customer with this phone', async () => {
  await block(PHONE);
  await shop.full.patch(`/customers/${customer}`, { phone: OTHER });
  expect(await ofCustomer()).toEqual([false, true]);
  const next = (await shop.full.post('/customers', { name: 'Sam Okafor', phone: PHONE })).body.data.id;
  expect(await ofCustomer(next)).toEqual([true, false]);
});

test('a block in another shop does not count', async () => {
  const theirs = await service.shop();
  await service.container.get(TextingBlocks).block(theirs.id, { number: PHONE, source: 'stop' }, NO_CAUSE);
  expect(await ofCustomer()).toEqual([false, true]);
});

test('a thread is blocked by its contact number, else by its customer’s phone', async () => {
  const stranger = await aConversation(service, shop, { contactNumber: OTHER });
  const another = await aConversation(service, shop, { contactNumber: OTHER, customerId: customer as never }); // a customer's id
  const email = await aConversation(service, shop, { channel: 'email', customerId: customer as never });
  await block(OTHER);
  expect(await ofThread(stranger.id)).toEqual([true, false]);
  expect(await ofThread(another.id)).toEqual([true, true]);
  expect(await ofThread(email.id)).toEqual([false, true]);
  await lift(OTHER, 'start');
  await block(PHONE);
  expect(await ofThread(stranger.id)).toEqual([false, false]);
  expect(await ofThread(another.id)).toEqual([false, false]);
  expect(await ofThread(email.id)).toEqual([true, false]);
});

test('a contact who is looked up is blocked by their phone, be it a customer or a lead', async () => {
  await shop.full.post('/leads', { name: 'Sam Okafor', phone: OTHER });
  const matches = async (phone: E164) => (await shop.read.post('/comms/resolve_contact', { phone })).body.data.matches;
  for (const [kind, phone] of [
    ['customer', PHONE],
    ['lead', OTHER],
  ] as const) {
    expect(await matches(phone)).toMatchObject([{ kind, phone, texting_blocked: false }]);
    await block(phone);
    expect(await matches(phone)).toMatchObject([{ kind, phone, texting_blocked: true }]);
  }
});
