import { SettingsOfShops } from '../../../application/areas/access/shops.js';
import { TextingBlocks } from '../../../application/areas/texting/texting-blocks.js';
import { NO_CAUSE } from '../../../application/kernel/events/cause.js';
import type { Conversation } from '../../../domain/inbox/conversation.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Answer } from '../../support/api.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aCustomer } from '../../support/builders/records.js';
import { eventsOf } from '../../support/outbox.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

const POINTER = 'Reply to this text to reach us.';
const AT = '2026-03-03T15:00:00.000Z';
const PHONE = '+16135550142' as E164; // a number in E.164 is what the brand stands for

let service: TestService;
let shop: TestShop;
let customer: CustomerId;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
  customer = (await aCustomer(shop.full, { phone: PHONE, email: 'dana@example.com' })).id;
});
afterAll(() => service.stop());

const schedule = (fields: object): Promise<Answer> =>
  shop.full.post('/comms/schedule_message', { channel: 'sms', body: 'Your car is ready.', send_at: AT, ...fields });
const threadOf = (fields: Partial<Conversation>): Promise<Conversation> => aConversation(service, shop, fields);

describe('a text', () => {
  it('waits, with its links removed and the reply pointer at its end', async () => {
    const body = ' Your car is ready: https://maple.example/r/1 \n Bring the key. ';
    const answer = await schedule({
      customer_id: customer,
      body,
      subject: ['x'.repeat(300)],
      send_at: '2026-03-03T10:00:00-05:00',
    });
    expect([answer.status, answer.body.data]).toEqual([
      200,
      {
        ...{
          id: expect.any(String),
          conversation: null,
          customer_id: customer,
          channel: 'sms',
          to: PHONE,
          subject: null,
          held: null,
        },
        ...{ body: `Your car is ready:\n Bring the key.\n${POINTER}`, links_removed: true, send_at: AT, status: 'scheduled' },
        removed_links: ['https://maple.example/r/1'],
        ...{ error: null, message_id: null },
      },
    ]);
    expect(await eventsOf(service, answer.body.data)).toEqual([
      { type: 'scheduled_message.created', created_at: service.clock.now(), data: answer.body.data },
    ]);
  });

  it.each([['x'.repeat(201)], [5], [['Ready']], ['two\nlines']])('ignores the subject %j, also of a tool', async (subject) => {
    const text = { channel: 'sms', body: 'Ready.', send_at: AT, customer_id: customer, subject };
    expect(await schedule(text)).toMatchObject({ status: 200, body: { data: { subject: null } } });
    expect((await shop.full.tool('comms.schedule_message', text)).structuredContent).toMatchObject({ subject: null });
  });

  it('goes to the number of its thread', async () => {
    const contactNumber = '+16135550177' as E164; // as above
    const thread = await threadOf({ customerId: customer, contactNumber });
    const { body } = await schedule({ conversation: thread.id });
    expect(body.data).toMatchObject({
      ...{ conversation: thread.id, customer_id: customer, to: contactNumber, links_removed: false },
    });
    const stranger = await threadOf({ contactNumber });
    const answer = await schedule({ conversation: stranger.id });
    expect(answer.body.data).toMatchObject({ conversation: stranger.id, customer_id: null, to: contactNumber });
  });

  it('ends with the pointer that the shop has set', async () => {
    await service.container.get(SettingsOfShops).change(shop.id, { replyPointer: 'Answer here.' });
    const body = 'Your car is ready. Answer here.';
    expect((await schedule({ customer_id: customer, body })).body.data).toMatchObject({ body, links_removed: false });
  });

  it('is two texts when it is scheduled twice', async () => {
    const answers = [await schedule({ customer_id: customer }), await schedule({ customer_id: customer })];
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(2);
  });

  it('is not refused for quiet hours, because they are judged when it is sent', async () => {
    expect(await schedule({ customer_id: customer, send_at: '2026-03-04T08:00:00Z' })).toMatchObject({ status: 200 });
  });

  it.each(['stop', 'staff', 'provider', 'import'] as const)('is refused when the number is blocked by %s', async (source) => {
    await service.container.get(TextingBlocks).block(shop.id, { number: PHONE, source }, NO_CAUSE);
    const { status, body } = await schedule({ customer_id: customer });
    expect([status, body.error.code]).toEqual([409, 'conflict']);
    expect(await schedule({ customer_id: customer, channel: 'email' })).toMatchObject({ status: 200 });
  });
});

describe('an e-mail', () => {
  it('waits as it is', async () => {
    const body = 'See https://maple.example\n\nRegards';
    const answer = await schedule({ customer_id: customer, channel: 'email', body, subject: ' Ready ' });
    const shown = { channel: 'email', to: 'dana@example.com', body, subject: 'Ready', links_removed: false };
    expect([answer.status, answer.body.data]).toMatchObject([200, shown]);
  });

  it('goes to the address of its thread if the contact has no other', async () => {
    const contactEmail = 'stranger@example.com' as EmailAddress; // an address in lower case is what the brand stands for
    const thread = await threadOf({ channel: 'email', contactEmail });
    const { body } = await schedule({ conversation: thread.id, channel: 'email' });
    expect(body.data).toMatchObject({ conversation: thread.id, customer_id: null, to: contactEmail, subject: null });
  });
});

describe('a message is refused', () => {
  const UNKNOWN = '018f0000-0000-7000-8000-000000000000';

  it.each([
    [422, /^customer_id: give a customer_id or a conversation$/, { customer_id: undefined }],
    [422, /^channel: /, { channel: 'whatsapp' }],
    [422, /^body: /, { body: ' ' }],
    [422, /^body: must be at most 20000 characters$/, { body: 'x'.repeat(20_001) }],
    [422, /^send_at: must be in the future$/, { send_at: '2026-03-02T15:00:00Z' }],
    [422, /^send_at: /, { send_at: '2026-03-03' }],
    [422, /^send_at: /, { send_at: `2026-03-03T15:00:00.${'0'.repeat(30)}Z` }],
    [422, /^subject: must be at most 200 characters$/, { channel: 'email', subject: 'x'.repeat(201) }],
    [404, /^customer not found$/, { customer_id: UNKNOWN }],
    [404, /^conversation not found$/, { conversation: UNKNOWN }],
  ])('with %i, %s', async (status, message, fields) => {
    const answer = await schedule({ customer_id: customer, ...fields });
    expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringMatching(message)]);
  });

  it.each([
    ['nothing is left of the text', 'https://maple.example'],
    ['must be at most 1600 characters', 'x'.repeat(1600)],
  ])('if %s', async (problem, body) => {
    const answer = await schedule({ customer_id: customer, body });
    expect([answer.status, answer.body.error.message]).toEqual([422, expect.stringContaining(`body: ${problem}`)]);
    expect(await schedule({ customer_id: customer, body, channel: 'email' })).toMatchObject({ status: 200 });
  });

  it('if the customer is not the one of the thread', async () => {
    const stranger = await threadOf({ contactNumber: PHONE });
    const thread = await threadOf({ customerId: (await aCustomer(shop.full)).id });
    for (const { id: conversation } of [stranger, thread]) {
      const answer = await schedule({ conversation, customer_id: customer });
      expect([answer.status, answer.body.error.message]).toEqual([
        422,
        expect.stringMatching(/^customer_id: the conversation is with somebody else/),
      ]);
    }
  });

  it('if the contact has no number or no address', async () => {
    const { id: mute } = await aCustomer(shop.full);
    const { id: unreachable } = await aCustomer(shop.full, { email: undefined, phone: '6135550143' });
    const answers = [await schedule({ customer_id: mute }), await schedule({ customer_id: unreachable, channel: 'email' })];
    expect(answers.map(({ status, body }) => [status, body.error.message])).toEqual([
      [422, 'customer_id: has no phone number on file'],
      [422, 'customer_id: has no email address on file'],
    ]);
  });
});
