import { SettingsOfShops } from '../../../application/areas/access/shops.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Answer } from '../../support/api.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aPhoneNumber } from '../../support/builders/a-phone-number.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer } from '../../support/builders/records.js';
import { Inbox, STRANGER } from '../../support/inbox.js';
import { causesOf, eventsOf, eventTypesOf } from '../../support/outbox.js';
import { sharedTestService, type TestService } from '../../support/service.js';

const PHONE = '+16135550142' as E164; // safe: a number in E.164

let service: TestService;
let inbox: Inbox;
let customer: CustomerId;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  inbox = await Inbox.open(service);
  customer = (await aCustomer(inbox.shop.full, { phone: PHONE })).id;
});
afterAll(() => service.stop());

const sends = (fields: object): Promise<Answer> => inbox.sends({ customer_id: customer, ...fields });
const sendThrough = (messagingService: string | null) =>
  service.container.get(SettingsOfShops).change(inbox.shop.id, { messagingService });
const textsStored = async (): Promise<number> =>
  (await service.sql('select from messages where shop_id = $1', [inbox.shop.id])).length;

describe('a text that is accepted', () => {
  it('is queued, can be read at its Location, and moves its thread', async () => {
    const { status, body, headers } = await sends({ body: '  Your car is re\u0301ady.\n\nBring the key. 👍 ' });
    expect([status, body.data]).toEqual([
      201,
      {
        ...{ id: expect.any(String), conversation: expect.any(String), customer_id: customer, direction: 'outbound' },
        ...{ channel: 'sms', body: 'Your car is r\u00e9ady.\n\nBring the key. 👍', from: inbox.line, to: PHONE },
        ...{ status: 'queued', held: null, error: null, media: [], segments: 1, automated: true, sent_by: null },
        created_at: service.clock.now(),
        updated_at: expect.any(String),
      },
    ]);
    expect(headers.get('location')).toBe(`/api/v1/messages/${body.data.id}`);
    expect((await inbox.shop.read.get(`/messages/${body.data.id}`)).body.data).toEqual(body.data);
    expect(await inbox.threadOf(PHONE)).toMatchObject({
      ...{ id: body.data.conversation, customer_id: customer, status: 'open', unread: false },
      ...{ last_outbound_at: body.data.created_at, last_human_outbound_at: null, last_inbound_at: null },
    });
  });

  it.each([
    ['x', 11],
    ['👍', 49],
  ])('may have 1600 characters (%s)', async (character, segments) => {
    const body = character.repeat(1600);
    expect((await sends({ body })).body.data).toMatchObject({ body, segments });
  });

  it('announces its thread with the cause of the call, and nothing of the message before it is sent', async () => {
    const { user_id: user } = await aStaffMember(service, inbox.shop);
    const key = await service.key(inbox.shop.id, { actsFor: user });
    const { body } = await key.post('/messages', { customer_id: customer, body: 'Hello' }, { 'x-request-id': 'r-1' });
    const thread = { id: body.data.conversation };
    expect(await eventTypesOf(service, body.data)).toEqual([]);
    const cause = {
      ...{ operation: 'comms.send_text', request_id: 'r-1', key_id: expect.any(String), user_id: user },
      ...{ automation_id: null, event_id: null, operator: null },
    };
    expect(await causesOf(service, thread)).toEqual([
      { type: 'conversation.created', cause },
      { type: 'conversation.updated', cause },
    ]);
    expect((await eventsOf(service, thread))[0]?.data).toMatchObject({ last_human_outbound_at: service.clock.now() });
  });

  it('is human when the key acts for somebody, and only that moves the last human reply', async () => {
    const { user_id: actsFor } = await aStaffMember(service, inbox.shop);
    await inbox.writes('Hello', { from: PHONE });
    service.clock.pass(1_000);
    const automated = await inbox.queued({ customer_id: customer });
    expect(automated).toMatchObject({ automated: true, sent_by: null });
    expect(await inbox.threads('unanswered=true')).toMatchObject([{ unread: false, last_human_outbound_at: null }]);
    service.clock.pass(1_000);
    const human = await inbox.queued({ customer_id: customer }, await service.key(inbox.shop.id, { actsFor }));
    expect(human).toMatchObject({ automated: false, sent_by: actsFor });
    expect(await inbox.threads('unanswered=true')).toEqual([]);
    expect(await inbox.threadOf(PHONE)).toMatchObject({ last_human_outbound_at: human.created_at });
  });

  it('is one text for one idempotency key, and two without one', async () => {
    const text = { customer_id: customer, body: 'Hello' };
    const once = (): Promise<Answer> => inbox.shop.full.post('/messages', text, { 'idempotency-key': 'text-1' });
    const [first, second] = [await once(), await once()];
    expect([second.status, second.headers.get('idempotent-replayed'), second.text]).toEqual([201, 'true', first.text]);
    expect(await textsStored()).toBe(1);
    await Promise.all(Array.from({ length: 10 }, () => inbox.shop.full.post('/messages', text, { 'idempotency-key': 'text-2' })));
    expect(await textsStored()).toBe(2);
    await sends({ body: 'Hello' });
    expect(await textsStored()).toBe(3);
  });
});

describe('a text goes into', () => {
  const from = (number: string, fields: object = {}) =>
    aConversation(service, inbox.shop, { contactNumber: number as E164, ...fields }); // safe: as above

  it('the thread of texts that is named, also where it is closed or not the newest, and to its number', async () => {
    const named = await from('+16135550155', { customerId: customer, status: 'closed' });
    await from('+16135550155', { createdAt: service.clock.now() });
    const fields = { conversation: named.id, to: '+16135550155', customer_id: customer };
    expect(await inbox.queued({ conversation: named.id })).toMatchObject(fields);
    expect(await inbox.queued({ conversation: named.id, customer_id: customer })).toMatchObject(fields);
    expect(await inbox.threads('status=closed')).toMatchObject([{ id: named.id }]);
  });

  it('the customer’s thread of texts when one of e-mails is named', async () => {
    const named = await aConversation(service, inbox.shop, { customerId: customer, channel: 'email' });
    const texts = await from(PHONE, { customerId: customer });
    const fields = { conversation: texts.id, to: PHONE, channel: 'sms' };
    expect(await inbox.queued({ conversation: named.id })).toMatchObject(fields);
    expect(await inbox.queued({ conversation: named.id, customer_id: customer })).toMatchObject(fields);
  });

  it.each(['webchat', 'whatsapp'] as const)(
    'no thread of %s: the contact waits there, and a text stands elsewhere',
    async (channel) => {
      const { id } = await aConversation(service, inbox.shop, { customerId: customer, channel });
      const text = { conversation: id, body: 'Hello' };
      const later = { ...text, channel: 'sms', send_at: '2027-01-04T15:00:00Z' };
      for (const [path, body] of [
        ['/messages', text],
        ['/messages', { ...text, customer_id: customer }],
        ['/comms/send_text', text],
        ['/comms/schedule_message', later],
      ] as const) {
        const { status, body: refused } = await inbox.shop.full.post(path, body);
        expect([path, status, refused.error?.message]).toEqual([
          path,
          422,
          expect.stringMatching(`^conversation: is a ${channel} thread`),
        ]);
      }
    },
  );

  it('the customer’s thread of texts when a call from another phone is named', async () => {
    const call = await from('+16135550166', { customerId: customer, channel: 'call' });
    const texts = await from(PHONE, { customerId: customer });
    expect(await inbox.queued({ conversation: call.id })).toMatchObject({ conversation: texts.id, to: PHONE });
  });

  it('a new thread of the caller when a call of a stranger is named', async () => {
    const call = await from(STRANGER, { channel: 'call' });
    const sent = await inbox.queued({ conversation: call.id });
    expect(sent).toMatchObject({ to: STRANGER, customer_id: null, channel: 'sms' });
    expect(sent.conversation).not.toBe(call.id);
  });

  it('the newest thread of the customer’s number, whatever its status', async () => {
    await from(PHONE, { customerId: customer });
    const newest = await from(PHONE, { status: 'closed', createdAt: service.clock.now() });
    await from(PHONE, { channel: 'call', createdAt: service.clock.now() });
    expect(await inbox.queued({ customer_id: customer })).toMatchObject({ conversation: newest.id });
  });

  it('one new thread if there is none, also when ten are sent at once', async () => {
    const text = { customer_id: customer, body: 'Hello' };
    const send = (key: object): Promise<Answer> => inbox.shop.full.post('/messages', text, { ...key });
    const keys = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? { 'idempotency-key': `new-${n}` } : {}));
    const sent = await Promise.all(keys.map(send));
    expect(new Set(sent.map(({ body }) => body.data?.conversation)).size).toBe(1);
    expect(await inbox.threads()).toMatchObject([{ contact_number: PHONE, customer_id: customer }]);
    await inbox.writes('Thanks', { from: PHONE });
    expect(await inbox.threads()).toHaveLength(1);
  });

  it('a lead’s and a stranger’s thread', async () => {
    const { id: leadId } = (await inbox.shop.full.post('/leads', { name: 'Sam', phone: '+16135550178' })).body.data;
    await inbox.writes('Hello', { from: '+16135550178' });
    await inbox.writes('Hello');
    for (const number of ['+16135550178', STRANGER]) {
      const thread = await inbox.threadOf(number);
      expect(await inbox.queued({ conversation: thread.id })).toMatchObject({ to: number, customer_id: null });
    }
    const mail = await aConversation(service, inbox.shop, { leadId, channel: 'email' });
    const texts = await inbox.threadOf('+16135550178');
    expect(await inbox.queued({ conversation: mail.id })).toMatchObject({ to: '+16135550178', conversation: texts.id });
  });
});

describe('a text leaves from', () => {
  const lineOf = async (fields: object = {}): Promise<string | null> =>
    (await inbox.queued({ customer_id: customer, ...fields })).from;

  it('the line asked for', async () => {
    const asked = await aPhoneNumber(service, inbox.shop);
    await inbox.writes('Hello', { from: PHONE });
    expect(await lineOf({ phone_number_id: asked.id })).toBe(asked.number);
  });

  it('the line that the contact wrote to last, also when it is not the primary, if it sends', async () => {
    const second = await aPhoneNumber(service, inbox.shop);
    await inbox.writes('Hello', { from: PHONE });
    await inbox.writes('Hello', { from: PHONE, to: second.number });
    await sendThrough('MG1');
    expect(await lineOf()).toBe(second.number);
    await service.sql('update phone_numbers set sms = false where shop_id = $1 and id = $2', [inbox.shop.id, second.id]);
    expect(await lineOf()).toBeNull();
  });
});
