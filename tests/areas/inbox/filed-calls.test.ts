import { CallReports, type StateReport } from '../../../application/areas/calls/call-reports.js';
import type { Conversation } from '../../../domain/inbox/conversation.js';
import type { CallId } from '../../../domain/shared/id.js';
import { normalizePhone } from '../../../domain/shared/phone.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aCustomer, aLead } from '../../support/builders/records.js';
import { Inbox } from '../../support/inbox.js';
import { eventTypesOf } from '../../support/outbox.js';
import { BEGAN, CALLER, callsOf, secondsIn, sidOf } from '../../support/reported-calls.js';
import { sharedTestService, type TestService } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
let inbox: Inbox;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  inbox = await Inbox.open(service);
});
afterAll(() => service.stop());

const contactNumber = normalizePhone(CALLER, 'CA');
const reported = (fields: Partial<StateReport> = {}): Promise<CallId | null> =>
  service.container.get(CallReports).state({
    ...{ call: sidOf('CA'), shop: null, direction: 'inbound', from: CALLER, to: inbox.line },
    ...{ state: 'unanswered', at: at(secondsIn(20)), seconds: 20 },
    ...fields,
  });
const aTextThread = (fields: Partial<Conversation> = {}): Promise<Conversation> =>
  aConversation(service, inbox.shop, { contactNumber, ...fields });
const threadOf = async (id: string | null | undefined) =>
  (await inbox.shop.read.get(`/conversations/${id}`)).body.data.conversation;
const theCall = async () => (await callsOf(service, inbox.shop))[0];

describe('a call is filed into', () => {
  it('the newest text thread with its number, whatever its status, with the customer of the thread', async () => {
    const customer = await aCustomer(inbox.shop.full);
    await aTextThread({ customerId: customer.id });
    const newest = await aTextThread({ customerId: customer.id, status: 'closed', createdAt: at('2026-02-01T09:00:00Z') });
    await aTextThread({ channel: 'call', createdAt: at('2026-02-02T09:00:00Z') });
    await reported({ state: 'completed' });
    expect(await theCall()).toMatchObject({ conversation_id: newest.id, customer_id: customer.id });
    expect(await eventTypesOf(service, newest)).toEqual(['conversation.updated']);
  });

  it('the text thread with a stranger, too', async () => {
    const { id } = await aTextThread();
    await reported({ direction: 'outbound', from: inbox.line, to: CALLER, state: 'completed' });
    expect(await theCall()).toMatchObject({ conversation_id: id, customer_id: null, direction: 'outbound' });
  });

  it('the newest thread of calls with a person who has no text thread', async () => {
    const customer = await aCustomer(inbox.shop.full, { phone: CALLER });
    // The thread began when the customer had another number.
    const { id } = await aTextThread({ channel: 'call', contactNumber: null, customerId: customer.id });
    await reported();
    expect(await theCall()).toMatchObject({ conversation_id: id, customer_id: customer.id });
  });

  it.each(['customer', 'lead'] as const)('a new thread of calls with a %s', async (kind) => {
    const make = kind === 'customer' ? aCustomer : aLead;
    const { id: person } = await make(inbox.shop.full, { phone: CALLER });
    await reported({ state: 'completed', seconds: 20 });
    const call = await theCall();
    const thread = await threadOf(call?.conversation_id);
    const customer_id = kind === 'customer' ? person : null;
    expect(call).toMatchObject({ customer_id });
    expect(thread).toMatchObject({ channel: 'call', status: 'open', contact_number: CALLER, customer_id, created_at: BEGAN });
    expect(thread).toMatchObject({ unread: false, last_message_at: secondsIn(20), last_inbound_at: null });
    expect(await eventTypesOf(service, thread)).toEqual(['conversation.created', 'conversation.updated']);
  });

  it('one new thread of calls, when ten calls of one person arrive at once', async () => {
    await aCustomer(inbox.shop.full, { phone: CALLER });
    await Promise.all(Array.from({ length: 10 }, () => reported()));
    const calls = await callsOf(service, inbox.shop);
    const threads = await inbox.threads();
    expect([calls.length, threads.length]).toEqual([10, 1]);
    expect(new Set(calls.map(({ conversation_id }) => conversation_id))).toEqual(new Set([threads[0].id]));
    expect(threads[0]).toMatchObject({ unread: true, last_inbound_at: secondsIn(20) });
  });

  it('a thread of calls with a stranger, who waits for an answer', async () => {
    await reported();
    await reported();
    const [thread, ...others] = await inbox.threads('unanswered=true');
    expect([thread, others]).toMatchObject([
      { channel: 'call', contact_number: CALLER, customer_id: null, unread: true, last_inbound_at: secondsIn(20) },
      [],
    ]);
    expect(await theCall()).toMatchObject({ status: 'missed', conversation_id: thread.id, customer_id: null });
  });

  it.each(['anonymous', '+266696687', '+7378742833'])('no thread, if the number is withheld: %s', async (from) => {
    await reported({ from });
    expect(await theCall()).toMatchObject({ status: 'missed', conversation_id: null, customer_id: null });
    expect(await inbox.threads()).toEqual([]);
  });
});

describe('a missed call', () => {
  const times = { lastMessageAt: at('2026-03-01T09:00:00Z'), lastOutboundAt: at('2026-03-01T09:00:00Z') };

  it.each(['open', 'snoozed', 'closed'] as const)('makes its thread unread and leaves it %s, exactly once', async (status) => {
    const { id } = await aTextThread({ ...times, status });
    const call = sidOf('CA');
    await reported({ call, state: 'ringing', at: at(BEGAN), seconds: null });
    expect(await eventTypesOf(service, { id })).toEqual([]);
    await Promise.all(Array.from({ length: 10 }, () => reported({ call })));
    await reported({ call, state: 'in_progress' });
    expect(await threadOf(id)).toMatchObject({
      ...{ status, unread: true, last_message_at: secondsIn(20), last_inbound_at: secondsIn(20) },
      last_outbound_at: '2026-03-01T09:00:00.000Z',
    });
    expect(await eventTypesOf(service, { id })).toEqual(['conversation.updated']);
    expect(await eventTypesOf(service, { id: (await theCall())?.id ?? '' })).toEqual(['call.missed']);
  });

  it('that is reported after a read, or after a reply, makes nothing unread again', async () => {
    const { id } = await aTextThread(times);
    const call = sidOf('CA');
    await reported({ call });
    await inbox.shop.full.post(`/conversations/${id}`, { mark_read: true });
    await reported({ call });
    expect(await threadOf(id)).toMatchObject({ unread: false });
    await reported({ at: at('2026-02-28T09:00:00Z') });
    expect(await threadOf(id)).toMatchObject({ unread: false, last_message_at: secondsIn(20), last_inbound_at: secondsIn(20) });
    expect(await eventTypesOf(service, { id })).toEqual(['conversation.updated', 'conversation.updated']);
  });

  it('begins a thread of calls that is unread, and tells both', async () => {
    await aCustomer(inbox.shop.full, { phone: CALLER });
    await reported();
    const [thread] = await inbox.threads('unread=true');
    expect(thread).toMatchObject({ channel: 'call', last_message_at: secondsIn(20), last_inbound_at: secondsIn(20) });
    expect(await eventTypesOf(service, thread)).toEqual(['conversation.created', 'conversation.updated']);
  });

  it.each(['failed', 'canceled'] as const)('is no call that is %s', async (state) => {
    const { id } = await aTextThread(times);
    await reported({ state });
    expect(await threadOf(id)).toMatchObject({ unread: false, last_inbound_at: null });
    expect(await eventTypesOf(service, { id })).toEqual([]);
  });

  it('is no call that was answered: it makes its thread active, and nobody waits', async () => {
    const { id } = await aTextThread(times);
    await reported({ state: 'completed' });
    expect(await threadOf(id)).toMatchObject({ unread: false, last_inbound_at: null, last_message_at: secondsIn(20) });
    expect(await eventTypesOf(service, { id })).toEqual(['conversation.updated']);
    expect((await inbox.threads('unanswered=true')).length).toBe(0);
  });
});
