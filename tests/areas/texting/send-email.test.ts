import { SettingsOfShops, Shops } from '../../../application/areas/access/shops.js';
import { ScheduledMessages } from '../../../application/areas/texting/scheduled-messages.js';
import { SendScheduledMessage } from '../../../application/areas/texting/send-scheduled-message.js';
import { TextingBlocks } from '../../../application/areas/texting/texting-blocks.js';
import { NO_CAUSE } from '../../../application/kernel/events/cause.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import { later } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { ScheduledMessage } from '../../../domain/texting/scheduled-message.js';
import type { Answer } from '../../support/api.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aScheduledMessage } from '../../support/builders/a-scheduled-message.js';
import { aCustomer } from '../../support/builders/records.js';
import { doDueWork, passWorking } from '../../support/due-work.js';
import { FakeMailServer } from '../../support/fakes/smtp/fake-mail-server.js';
import { eventTypesOf } from '../../support/outbox.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

const MINUTE_MS = 60_000;

let server: FakeMailServer;
let service: TestService;
let shop: TestShop;
let customer: { readonly id: CustomerId; readonly email: string };

beforeAll(async () => {
  server = new FakeMailServer({ disabledCommands: ['STARTTLS', 'AUTH'] });
  const url = `smtp://127.0.0.1:${await server.start()}`;
  service = await startTestService({ mail: { url, from: 'Desk <desk@shop.example>' } });
});
beforeEach(async () => {
  service.clock.set('2026-03-02T22:00:00Z'); // outside the texting hours
  server.received.length = 0;
  server.refuses = null;
  server.cutsAfterContent = false;
  shop = await service.shop();
  customer = await aCustomer(shop.full);
});
afterAll(async () => {
  await service.stop();
  await server.stop();
});

/** Stores an e-mail that is due in a minute. */
const anEmail = (fields: Partial<ScheduledMessage> = {}): Promise<ScheduledMessage> =>
  aScheduledMessage(service, shop, {
    ...{ channel: 'email', body: 'See https://maple.example', subject: 'Ready', to: customer.email, customerId: customer.id },
    sendAt: later(service.clock.now(), MINUTE_MS),
    ...fields,
  });
const stored = ({ id }: ScheduledMessage): Promise<ScheduledMessage | null> =>
  service.container.get(ScheduledMessages).find(shop.id, id);
const messages = async (conversation: string | null): Promise<Answer['body'][]> =>
  (await shop.read.get(`/messages?conversation_id=${conversation}`)).body.data as Answer['body'][];
const lineOf = (name: string): string | undefined =>
  server.received[0]?.content.split('\r\n').find((line) => line.startsWith(`${name}: `));

describe('a scheduled e-mail that is due', () => {
  it('is sent under the name of the shop, into a new thread, also at night', async () => {
    await service.container.get(SettingsOfShops).change(shop.id, { replyTo: 'hello@maple.example' as EmailAddress });
    const { id } = await anEmail();
    await passWorking(service, 60);
    expect(server.received).toMatchObject([{ from: 'desk@shop.example', to: [customer.email] }]);
    expect([lineOf('From'), lineOf('Reply-To'), lineOf('Subject')]).toEqual([
      'From: Northside Auto Care <desk@shop.example>',
      'Reply-To: hello@maple.example',
      'Subject: Ready',
    ]);
    const [thread] = (await shop.read.get('/conversations')).body.data;
    expect(thread).toMatchObject({ channel: 'email', subject: 'Ready', customer_id: customer.id });
    const [message] = await messages(thread.id);
    const sent = { body: 'See https://maple.example', channel: 'email', status: 'sent', segments: null, automated: true };
    expect(message).toMatchObject({ ...sent, from: 'desk@shop.example', to: customer.email });
    expect(lineOf('Message-ID')).toBe(`Message-ID: <${message.id}@shop.example>`);
    const end = (await shop.read.post('/comms/list_scheduled_messages', {})).body.data.items;
    expect(end).toMatchObject([{ id, status: 'sent', conversation: thread.id, message_id: message.id, error: null }]);
    expect(await eventTypesOf(service, message)).toEqual(['message.sent']);
    expect(await eventTypesOf(service, { id })).toEqual(['scheduled_message.sent']);
  });

  it('lands in the customer’s thread of e-mails, or in the one that was given, under its subject', async () => {
    const own = await aConversation(service, shop, { channel: 'email', customerId: customer.id, subject: 'Brakes' });
    const contactEmail = 'stranger@example.com' as EmailAddress; // an address in lower case is what the brand stands for
    const given = await aConversation(service, shop, { channel: 'email', contactEmail });
    await aConversation(service, shop, { customerId: customer.id, contactNumber: '+16135550142' as E164 });
    const first = await anEmail({ subject: null });
    await passWorking(service, 60);
    expect([(await stored(first))?.conversationId, lineOf('Subject')]).toEqual([own.id, 'Subject: Brakes']);
    server.received.length = 0;
    const second = await anEmail({ subject: null, customerId: null, conversationId: given.id, to: contactEmail });
    await passWorking(service, 60);
    expect([(await stored(second))?.conversationId, lineOf('Subject')]).toEqual([given.id, 'Subject: Northside Auto Care']);
    expect(server.received).toMatchObject([{ to: [contactEmail] }]);
  });

  it('is sent to a customer who gets no texts', async () => {
    const number = '+16135550142' as E164; // a number in E.164 is what the brand stands for
    await service.container.get(TextingBlocks).block(shop.id, { number, source: 'stop' }, NO_CAUSE);
    await anEmail({ to: (await aCustomer(shop.full, { phone: number })).email });
    await passWorking(service, 60);
    expect(server.received).toHaveLength(1);
  });

  it('begins one thread when ten are due at once', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => anEmail()));
    service.clock.pass(MINUTE_MS);
    const work = service.container.get(SendScheduledMessage);
    await Promise.all(all.map(({ id }) => work.run({ shop: shop.id, id })));
    const threads = new Set(await Promise.all(all.map(async (one) => (await stored(one))?.conversationId)));
    expect([server.received.length, threads.size]).toEqual([10, 1]);
  });
});

describe('a rule that holds when an e-mail is due', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['account_suspended', () => service.container.get(Shops).change(shop.id, { suspended: true })],
    ['feature_off', () => service.container.get(Shops).change(shop.id, { features: { scheduling: false } })],
    ['too_late', () => Promise.resolve(service.clock.pass(61 * MINUTE_MS + 1))],
  ])('refuses it: %s', async (error, prepare) => {
    const email = await anEmail();
    await prepare();
    await passWorking(service, 60);
    expect([server.received, await stored(email)]).toMatchObject([[], { status: 'refused', error, messageId: null }]);
  });
});

describe('a mail server that', () => {
  it('refuses an e-mail ends it', async () => {
    server.refuses = { at: 'recipient', code: 550 };
    const email = await anEmail();
    await passWorking(service, 60);
    const error = 'smtp_550: The mail server refused the e-mail with 550.';
    const end = await stored(email);
    expect(end).toMatchObject({ status: 'failed', error });
    expect(await messages(end?.conversationId ?? null)).toMatchObject([{ status: 'failed', error }]);
    expect(await eventTypesOf(service, { id: end?.messageId ?? '' })).toEqual(['message.failed']);
  });

  it('cannot take an e-mail gets it again, once', async () => {
    server.refuses = { at: 'content', code: 451 };
    const email = await anEmail();
    await passWorking(service, 62);
    expect([server.received, (await stored(email))?.status]).toEqual([[], 'sending']);
    server.refuses = null;
    await passWorking(service, 2);
    expect([server.received.length, (await stored(email))?.status]).toEqual([1, 'sent']);
  });

  it('cannot take an e-mail for an hour ends it', async () => {
    server.refuses = { at: 'content', code: 451 };
    const email = await anEmail();
    await passWorking(service, 61);
    service.clock.pass(60 * MINUTE_MS);
    await doDueWork(service);
    expect(await stored(email)).toMatchObject({ status: 'failed', error: 'mail_server_unavailable' });
  });

  it('cuts the connection after an e-mail leaves it unconfirmed, and gets no second one', async () => {
    server.cutsAfterContent = true;
    const email = await anEmail();
    await passWorking(service, 65);
    const end = await stored(email);
    expect(end).toMatchObject({ status: 'sent' });
    expect(await messages(end?.conversationId ?? null)).toMatchObject([{ status: 'unconfirmed' }]);
  });
});

test('a run that was cut off while it sent an e-mail leaves it unconfirmed', async () => {
  server.refuses = { at: 'content', code: 451 };
  const email = await anEmail();
  await passWorking(service, 60);
  const { messageId } = (await stored(email))!;
  await service.sql(`update messages set status = 'sending' where shop_id = $1 and id = $2`, [shop.id, messageId]);
  server.refuses = null;
  await passWorking(service, 1);
  expect([server.received, (await stored(email))?.status]).toEqual([[], 'sent']);
  expect(await service.sql('select status from messages where id = $1', [messageId])).toEqual([{ status: 'unconfirmed' }]);
});
