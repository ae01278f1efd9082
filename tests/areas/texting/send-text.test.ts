import { randomUUID } from 'node:crypto';
import { SettingsOfShops, Shops } from '../../../application/areas/access/shops.js';
import { ProviderEvents } from '../../../application/areas/texting/provider-events.js';
import { SandboxOutbox } from '../../../application/areas/texting/sandbox-outbox.js';
import { ScheduledMessages } from '../../../application/areas/texting/scheduled-messages.js';
import { SendScheduledMessage } from '../../../application/areas/texting/send-scheduled-message.js';
import { TextingBlocks } from '../../../application/areas/texting/texting-blocks.js';
import { NO_CAUSE } from '../../../application/kernel/events/cause.js';
import type { MessageId } from '../../../domain/shared/id.js';
import { later } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Message } from '../../../domain/texting/message.js';
import type { ScheduledMessage } from '../../../domain/texting/scheduled-message.js';
import type { Answer } from '../../support/api.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aStoredMessage } from '../../support/builders/a-message.js';
import { aPhoneNumber } from '../../support/builders/a-phone-number.js';
import { aScheduledMessage } from '../../support/builders/a-scheduled-message.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer } from '../../support/builders/records.js';
import { doDueWork, passWorking } from '../../support/due-work.js';
import { eventsOf, eventTypesOf } from '../../support/outbox.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

const STRANGER = '+16135550142' as E164; // a number in E.164 is what the brand stands for
const MINUTE_MS = 60_000;

let service: TestService;
let shop: TestShop;
let line: string;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  service.clock.set('2026-03-02T15:00:00Z');
  shop = await service.shop();
  ({ number: line } = await aPhoneNumber(service, shop, { is_primary: true }));
});
afterEach(() => service.sql(`update scheduled_messages set due_at = null`));
afterAll(() => service.stop());

/** Stores a text that is due in a minute. */
const aText = (fields: Partial<ScheduledMessage> = {}): Promise<ScheduledMessage> =>
  aScheduledMessage(service, shop, { sendAt: later(service.clock.now(), MINUTE_MS), ...fields });
const shown = async ({ id }: Pick<ScheduledMessage, 'id'>): Promise<Answer['body']> => {
  const { items } = (await shop.read.post('/comms/list_scheduled_messages', { limit: 100 })).body.data;
  return items.find((item: Answer['body']) => item.id === id);
};
const outbox = async (): Promise<readonly { to: string; body: string; from: string; message: string | null }[]> =>
  service.container.get(SandboxOutbox).newest(shop.id, 1000, null);
const run = ({ id }: ScheduledMessage): Promise<boolean> =>
  service.container.get(SendScheduledMessage).run({ shop: shop.id, id });

describe('a scheduled text that is due', () => {
  it('is sent into a new thread, by the person who scheduled it', async () => {
    const { user_id: staffId } = await aStaffMember(service, shop);
    const advisor = await service.key(shop.id, { actsFor: staffId });
    const { id: customer_id } = await aCustomer(shop.full, { phone: STRANGER });
    const given = { channel: 'sms', customer_id, body: 'Your car is ready.', send_at: '2026-03-02T15:01:00Z' };
    const { id } = (await advisor.post('/comms/schedule_message', given)).body.data;
    await passWorking(service, 59);
    expect([await outbox(), (await shop.read.get('/conversations')).body.data]).toEqual([[], []]);
    await passWorking(service, 1);
    const [thread] = (await shop.read.get('/conversations')).body.data;
    expect(thread).toMatchObject({ customer_id, contact_number: STRANGER, last_human_outbound_at: service.clock.now() });
    const [message] = (await shop.read.get(`/messages?conversation_id=${thread.id}`)).body.data;
    const body = 'Your car is ready.\nReply to this text to reach us.';
    expect(message).toMatchObject({ body, from: line, to: STRANGER, status: 'sent', automated: false, sent_by: staffId });
    expect(await outbox()).toMatchObject([{ to: STRANGER, from: line, body, message: message.id }]);
    expect(await shown({ id })).toMatchObject({ status: 'sent', conversation: thread.id, message_id: message.id, error: null });
    expect(await eventTypesOf(service, { id })).toEqual(['scheduled_message.created', 'scheduled_message.sent']);
    expect(await eventTypesOf(service, message)).toEqual(['message.sent']);
    expect((await shop.full.post('/comms/cancel_scheduled_message', { id })).status).toBe(409);
  });

  it('lands in the thread with its number, from the line that the contact wrote to, and is automated without a person', async () => {
    const { number: other } = await aPhoneNumber(service, shop);
    const received = {
      providerId: randomUUID(),
      shop: shop.id,
      from: STRANGER,
      to: other,
      body: 'Hi',
      media: [],
      receivedAt: null,
    };
    await service.container.get(ProviderEvents).received(received);
    const message = await aText();
    await passWorking(service, 60);
    const threads = (await shop.read.get('/conversations')).body.data;
    expect(threads).toMatchObject([{ last_human_outbound_at: null, unread: false, last_outbound_at: service.clock.now() }]);
    expect(await shown(message)).toMatchObject({ status: 'sent', conversation: threads[0].id });
    expect(await outbox()).toMatchObject([{ from: other, to: STRANGER }]);
  });

  it('is sent once when its work runs twice', async () => {
    const message = await aText();
    await passWorking(service, 60);
    expect([await run(message), await run(message)]).toEqual([true, true]);
    expect(await outbox()).toHaveLength(1);
  });

  it.each([
    ['+15005550001', 'failed', '21211: The recipient’s number is not a valid phone number.'],
    ['+15005550009', 'sent', null],
    ['+15005550013', 'sent', null],
  ])('to %s ends %s', async (to, status, error) => {
    const message = await aText({ to });
    await passWorking(service, 75);
    expect(await shown(message)).toMatchObject({ status, error, message_id: expect.any(String) });
    const told = await eventTypesOf(service, message);
    expect(told).toEqual(status === 'sent' ? ['scheduled_message.sent'] : []);
  });

  it('does not leave when it was canceled, or moved to a later time', async () => {
    const [canceled, moved] = [await aText(), await aText()];
    await shop.full.post('/comms/cancel_scheduled_message', { id: canceled.id });
    await shop.full.post('/comms/update_scheduled_message', { id: moved.id, send_at: '2026-03-02T16:00:00Z' });
    await passWorking(service, 61);
    for (const message of [canceled, moved]) expect(await run(message)).toBe(true);
    expect([await outbox(), (await shown(canceled)).status, (await shown(moved)).status]).toEqual([[], 'canceled', 'scheduled']);
  });
});

describe('a rule that holds when a scheduled text is due', () => {
  const block = (source: 'stop' | 'staff'): Promise<unknown> =>
    service.container.get(TextingBlocks).block(shop.id, { number: STRANGER, source }, NO_CAUSE);
  const REFUSALS: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['opted_out', () => block('stop')],
    ['opted_out', () => block('staff')],
    ['no_sender', () => service.sql('update phone_numbers set is_sending = false where shop_id = $1', [shop.id])],
    ['account_suspended', () => service.container.get(Shops).change(shop.id, { suspended: true })],
    ['feature_off', () => service.container.get(Shops).change(shop.id, { features: { scheduling: false } })],
    ['too_late', () => Promise.resolve(service.clock.pass(61 * MINUTE_MS + 1))],
  ];

  it.each(REFUSALS)('refuses it: %s', async (error, prepare) => {
    const message = await aText();
    await prepare();
    await passWorking(service, 60);
    const stored = await service.container.get(ScheduledMessages).find(shop.id, message.id);
    expect([await outbox(), stored]).toMatchObject([[], { status: 'refused', error, messageId: null, conversationId: null }]);
    expect(await eventsOf(service, message)).toMatchObject([
      { type: 'scheduled_message.refused', data: { error, previous: { error: null } } },
    ]);
    expect(await service.sql('select id from messages where shop_id = $1', [shop.id])).toEqual([]);
  });

  it('refuses what is beyond the limit of an hour', async () => {
    await service.container.get(SettingsOfShops).change(shop.id, { textsPerHour: 2 });
    const messages = [await aText(), await aText(), await aText()];
    await passWorking(service, 60);
    const ends = await Promise.all(messages.map(async (message) => (await shown(message)).error));
    expect([(await outbox()).length, ends.filter((error) => error === 'hourly_limit').length]).toEqual([2, 1]);
  });

  it('does not refuse it for a lapsed plan', async () => {
    const message = await aText();
    await service.container.get(Shops).change(shop.id, { planLapsed: true });
    await passWorking(service, 60);
    expect(await service.container.get(ScheduledMessages).find(shop.id, message.id)).toMatchObject({ status: 'sent' });
  });

  it('moves it to the morning in quiet hours, and it is sent then', async () => {
    const message = await aText({ sendAt: at('2026-03-02T22:30:00Z'), scheduledFor: at('2026-03-02T22:30:00Z') });
    service.clock.set('2026-03-02T22:30:00Z');
    await doDueWork(service);
    const morning = '2026-03-03T08:00:00.000Z';
    expect(await shown(message)).toMatchObject({ status: 'scheduled', send_at: morning, message_id: null });
    expect(await eventsOf(service, message)).toMatchObject([
      { type: 'scheduled_message.updated', data: { previous: { send_at: '2026-03-02T22:30:00.000Z' } } },
    ]);
    service.clock.set('2026-03-03T07:59:59Z');
    await doDueWork(service);
    expect(await outbox()).toEqual([]);
    await passWorking(service, 1);
    expect([(await outbox()).length, await shown(message)]).toMatchObject([1, { status: 'sent', send_at: morning }]);
  });

  it('moves no text for more than 24 hours', async () => {
    await service.container.get(SettingsOfShops).change(shop.id, { closures: ['2026-03-03', '2026-03-04'] });
    const message = await aText({ sendAt: at('2026-03-02T22:30:00Z'), scheduledFor: at('2026-03-02T22:30:00Z') });
    service.clock.set('2026-03-02T22:30:00Z');
    await doDueWork(service);
    expect(await shown(message)).toMatchObject({ status: 'refused', error: 'quiet_hours' });
  });
});

describe('a run that was cut off', () => {
  /** Stores a text as a run leaves it that was cut off after it had taken the text. */
  const taken = (messageId: MessageId): Promise<ScheduledMessage> =>
    aText({ status: 'sending', messageId, sendAt: at('2026-03-02T14:59:00Z') });

  it('before the message was made, is gone on with', async () => {
    const scheduled = await taken(randomUUID() as MessageId); // safe: an id is a UUID
    expect(await run(scheduled)).toBe(true);
    expect(await outbox()).toMatchObject([{ message: scheduled.messageId }]);
    expect(await shown(scheduled)).toMatchObject({ status: 'sent', message_id: scheduled.messageId });
  });

  /** Stores the message of a text in a thread, as the run has left it. */
  async function made(status: Message['status']): Promise<ScheduledMessage & { messageId: MessageId }> {
    const thread = await aConversation(service, shop, { contactNumber: STRANGER });
    const text = { direction: 'outbound', body: 'Your car is ready.', from: line, to: STRANGER, status } as const;
    const { id } = await aStoredMessage(service, shop, thread, { ...text, createdAt: service.clock.now() });
    return { ...(await taken(id)), messageId: id };
  }

  it.each([
    ['queued', 'sent', 1],
    ['sending', 'unconfirmed', 0],
    ['sent', 'sent', 0],
  ] as const)('when the message was %s, leaves it %s', async (status, end, texts) => {
    const scheduled = await made(status);
    expect(await run(scheduled)).toBe(true);
    expect(await outbox()).toHaveLength(texts);
    expect(await service.sql('select status from messages where shop_id = $1', [shop.id])).toEqual([{ status: end }]);
    expect(await shown(scheduled)).toMatchObject({ status: 'sent', message_id: scheduled.messageId });
  });

  it('is refused if a STOP has ended its message meanwhile', async () => {
    const scheduled = await made('queued');
    const stop = { providerId: randomUUID(), shop: shop.id, from: STRANGER, to: line, body: 'STOP', media: [], receivedAt: null };
    await service.container.get(ProviderEvents).received(stop);
    expect(await run(scheduled)).toBe(true);
    expect(await shown(scheduled)).toMatchObject({ status: 'refused', error: 'opted_out', message_id: scheduled.messageId });
    expect((await outbox()).map(({ message }) => message)).not.toContain(scheduled.messageId);
  });
});
