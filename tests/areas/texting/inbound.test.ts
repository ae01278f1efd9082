import { randomUUID } from 'node:crypto';
import { Shops } from '../../../application/areas/access/shops.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aPhoneNumber } from '../../support/builders/a-phone-number.js';
import { aCustomer, aLead } from '../../support/builders/records.js';
import { Inbox, STRANGER } from '../../support/inbox.js';
import { causesOf, eventsOf, eventTypesOf } from '../../support/outbox.js';
import { sharedTestService, type TestService } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

const PHONE = '+16135550142' as E164; // safe: a number in E.164
const NO_CALL = {
  operation: null,
  request_id: null,
  key_id: null,
  user_id: null,
  automation_id: null,
  event_id: null,
  operator: null,
};

let service: TestService;
let inbox: Inbox;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  service.clock.restart();
  inbox = await Inbox.open(service);
});
afterAll(() => service.stop());

it('a text is stored as it came, and announced with its thread', async () => {
  const id = await inbox.writes(' Is it   ready?\n👍 ');
  const thread = await inbox.threadOf();
  const [message, ...others] = await inbox.messagesOf(thread);
  expect([message, others]).toEqual([
    {
      ...{ id, conversation: thread.id, customer_id: null, direction: 'inbound', channel: 'sms', body: ' Is it   ready?\n👍 ' },
      ...{ from: STRANGER, to: inbox.line, status: 'received', error: null, media: [], segments: 1, automated: false },
      ...{ held: null, sent_by: null, created_at: service.clock.now(), updated_at: expect.any(String) },
    },
    [],
  ]);
  expect(await eventsOf(service, message)).toEqual([
    { type: 'message.received', data: message, created_at: service.clock.now() },
  ]);
  expect(await causesOf(service, message)).toEqual([{ type: 'message.received', cause: NO_CALL }]);
  expect(await eventTypesOf(service, thread)).toEqual(['conversation.created', 'conversation.updated']);
  expect(thread).toMatchObject({ status: 'open', unread: true, last_inbound_at: message.created_at, last_outbound_at: null });
});

describe('a new text opens its thread and makes it unread', () => {
  it.each(['mark_done', 'snooze', 'mark_read'])('after %s', async (verb) => {
    await inbox.writes('Hello');
    const { id } = await inbox.threadOf();
    await inbox.shop.full.post(`/conversations/${id}`, { [verb]: true });
    await inbox.writes('Are you there?');
    expect(await inbox.threads()).toMatchObject([{ id, status: 'open', unread: true }]);
  });

  it('but a text of the shop does not end a snooze', async () => {
    await inbox.writes('Hello');
    const { id } = await inbox.threadOf();
    await inbox.shop.full.post(`/conversations/${id}`, { snooze: true });
    await inbox.queued({ conversation: id });
    expect(await inbox.threadOf()).toMatchObject({ status: 'snoozed', unread: false });
  });

  it('also when it comes late and is older than the shop’s last message', async () => {
    await inbox.writes('Hello');
    const { id } = await inbox.threadOf();
    service.clock.pass(60_000);
    const { created_at: sentAt } = await inbox.queued({ conversation: id });
    await inbox.shop.full.post(`/conversations/${id}`, { mark_done: true });
    await inbox.writes('Sent before your answer', { receivedAt: at('2026-03-02T15:00:30.000Z') });
    const thread = await inbox.threadOf();
    expect(thread).toMatchObject({ status: 'open', unread: true, last_message_at: sentAt, last_outbound_at: sentAt });
    expect((await inbox.messagesOf(thread)).map(({ body }) => body)).toEqual([
      'Hello',
      'Sent before your answer',
      'Your car is ready.',
    ]);
  });
});

describe('a text is filed', () => {
  it('to the customer with the number, before any lead', async () => {
    await aLead(inbox.shop.full, { phone: PHONE });
    const { id } = await aCustomer(inbox.shop.full, { phone: PHONE });
    await inbox.writes('Hello', { from: PHONE });
    expect(await inbox.threadOf(PHONE)).toMatchObject({ customer_id: id });
  });

  it('to the newest lead with the number that is not deleted, and makes none', async () => {
    const leads = [];
    for (const name of ['First', 'Second', 'Third']) {
      service.clock.pass(1_000);
      leads.push(await aLead(inbox.shop.full, { name, phone: PHONE }));
    }
    await service.sql('update leads set deleted_at = now() where shop_id = $1 and id = $2', [inbox.shop.id, leads[2].id]);
    await inbox.writes('Hello', { from: PHONE });
    await inbox.writes('Hello');
    const stored = await service.sql(
      'select contact_number, lead_id, customer_id from conversations where shop_id = $1 order by 1',
      [inbox.shop.id],
    );
    expect(stored).toEqual([
      { contact_number: PHONE, lead_id: leads[1].id, customer_id: null },
      { contact_number: STRANGER, lead_id: null, customer_id: null },
    ]);
    expect((await inbox.shop.read.get('/leads')).body.data).toHaveLength(2);
  });

  it('into the newest thread of texts with the number, whoever’s it is', async () => {
    const other = await aCustomer(inbox.shop.full, { phone: '+16135550199' });
    await aCustomer(inbox.shop.full, { phone: PHONE });
    await aConversation(service, inbox.shop, { contactNumber: PHONE, createdAt: at('2025-01-01T09:00:00Z') });
    const { id } = await aConversation(service, inbox.shop, { contactNumber: PHONE, customerId: other.id, status: 'closed' });
    await aConversation(service, inbox.shop, { contactNumber: PHONE, channel: 'call', createdAt: service.clock.now() });
    await inbox.writes('Hello', { from: PHONE });
    expect(await inbox.threads('channel=sms&unread=true')).toMatchObject([{ id, customer_id: other.id, status: 'open' }]);
  });

  it('in the shop of its line only, and nowhere if no shop has the line', async () => {
    const other = await Inbox.open(service);
    await inbox.writes('Hello', { shop: null, to: other.line });
    expect([await inbox.threads(), await other.threads()]).toMatchObject([[], [{ contact_number: STRANGER }]]);
    expect(await inbox.writes('Hello', { shop: null, to: '+16135559999' })).toBeNull();
    const { number } = await aPhoneNumber(service, other.shop, { status: 'released', number: '+16135559998' });
    expect(await inbox.writes('Hello', { shop: null, to: number })).toBeNull();
  });
});

it.each(['72345', '262966', 'AMAZON', 'Bank 4 U', '+1613'])(
  'a text of %s, which is no number, keeps its sender',
  async (from) => {
    for (const country of ['CA', 'DE', 'AU']) {
      inbox = await Inbox.open(service, { country });
      await inbox.writes('Your code is 123', { from });
      await inbox.writes('Your code is 456', { from });
      const [thread, ...others] = await inbox.threads();
      expect([thread, others]).toMatchObject([{ contact_number: from, unread: true }, []]);
      expect((await inbox.messagesOf(thread)).map((message) => message.from)).toEqual([from, from]);
    }
  },
);

it('files without a text make a message without a body, and are not shown before they are stored', async () => {
  const media = [{ url: 'https://provider.example/1', contentType: 'image/jpeg' }];
  const id = await inbox.writes('', { media });
  const [message] = await inbox.messagesOf(await inbox.threadOf());
  expect(message).toMatchObject({ id, body: null, media: [] });
  expect(await service.sql('select media, media_sources from messages where id = $1', [id])).toEqual([
    { media: [], media_sources: media },
  ]);
});

it('a repetition is the same message and announces nothing, whatever it says', async () => {
  const providerId = randomUUID();
  const id = await inbox.writes('Hello', { providerId });
  const before = await inbox.threadOf();
  service.clock.pass(1_000);
  await inbox.shop.full.post(`/conversations/${before.id}`, { mark_done: true });
  expect(await inbox.writes('Hello again', { providerId })).toBe(id);
  expect(await inbox.threadOf()).toMatchObject({ status: 'closed', last_message_at: before.last_message_at });
  expect(await eventTypesOf(service, { id: id ?? '' })).toEqual(['message.received']);
});

it('one provider’s id in two shops is two messages', async () => {
  const [providerId, other] = [randomUUID(), await Inbox.open(service)];
  expect(await inbox.writes('Hello', { providerId })).not.toBe(await other.writes('Hello', { providerId }));
});

it.each(['suspended', 'planLapsed'] as const)('a shop that is %s records texts', async (state) => {
  await service.container.get(Shops).change(inbox.shop.id, { [state]: true });
  const id = await inbox.writes('Hello');
  expect(await service.sql('select status from messages where id = $1', [id])).toEqual([{ status: 'received' }]);
});
