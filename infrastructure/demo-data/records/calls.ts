import { CALLS } from '../../../application/areas/calls/calls.js';
import { ringingUntil } from '../../../domain/calls/call-progress.js';
import type { Call, CallStatus } from '../../../domain/calls/call.js';
import type { Conversation } from '../../../domain/inbox/conversation.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { DemoRecords } from '../demo-part.js';
import type { Made } from '../made.js';
import { demoContacts, type Contacts } from '../random/contacts.js';
import { after, earlier, type PartContext } from '../random/part-context.js';
import { DAY, HOUR, MINUTE } from '../shops/calendar.js';
import { withSounds } from '../sounds/call-sounds.js';
import { callCourse } from './call-courses.js';
import { mainLine } from './phone-numbers.js';
import { oldestFirst } from './rows.js';
import { demoStaff } from './staff.js';
import { demoConversations } from './threads.js';

/** The statuses of the calls that are in progress while the demo is loaded. */
const LIVE = ['ringing', 'in_progress', 'in_progress'] as const satisfies readonly CallStatus[];
const PAST_STATUSES = [
  ['completed', 76],
  ['missed', 14],
  ['failed', 4],
  ['canceled', 6],
] as const;

type Ends = Pick<Call, 'conversationId' | 'customerId'> & { readonly phone: string; readonly since: Instant };

/**
 * A year of calls: with customers who have a thread, with unknown numbers, and one for each thread that began with a call. Some
 * calls are still in progress, and some have a recording or voicemail.
 */
export const demoCalls: DemoRecords<Call> = { name: 'calls', record: CALLS, per: 'block', make: callsOf };

function callsOf(context: PartContext, made: Made): Call[] {
  const { random, now } = context;
  const contacts = made.of(demoContacts);
  const conversations = made.of(demoConversations);
  const answerers = [
    ...made
      .of(demoStaff)
      .filter(({ active }) => active)
      .map(({ name }) => name),
    context.shop.texts.receptionist,
  ];
  // A call needs a thread that existed before it. A call in progress began some minutes ago, and the calls of `others` at least
  // an hour ago, so only threads from before the last hour are used.
  const threads = threadsForCalls(conversations.filter(({ createdAt }) => createdAt < after(now, -HOUR)));
  const live = LIVE.map((status) => {
    const ends = endsOf(context, contacts, random.pick(threads));
    return callOf(context, ends, { status, startedAt: after(now, -random.integer(5_000, 4 * MINUTE)) }, answerers);
  });
  const filed = conversations
    .filter(({ channel }) => channel === 'call')
    .map((thread) => {
      // A thread that began with a call has a message only if the shop sent its automatic text, which follows a missed call.
      const status = thread.lastMessageAt === null ? 'completed' : 'missed';
      return callOf(context, endsOfThread(thread), { status, startedAt: thread.createdAt, direction: 'inbound' }, answerers);
    });
  const others = Array.from({ length: Math.max(0, made.counts.calls - live.length) }, () => {
    const ends = endsOf(context, contacts, random.pick(threads));
    const over = after(now, -HOUR);
    const startedAt = context.between(ends.since, random.chance(0.3) ? earlier(after(ends.since, 7 * DAY), over) : over);
    return callOf(context, ends, { status: random.weighted(PAST_STATUSES), startedAt }, answerers);
  });
  return withSounds(oldestFirst([...filed, ...others, ...live]), made.counts.sounds, random);
}

/**
 * Returns, for each customer with such a thread, the one into which the service files calls: the newest thread of text messages,
 * else the newest thread of calls. The service never leaves a customer's call without a thread, so other customers get no calls.
 * @param conversations oldest first
 */
function threadsForCalls(conversations: readonly Conversation[]): Conversation[] {
  const ofCustomers = conversations.filter(({ customerId }) => customerId !== null);
  const byCustomer = new Map<string | null, Conversation>();
  // A later thread replaces an earlier one.
  for (const channel of ['call', 'sms'])
    for (const thread of ofCustomers.filter((one) => one.channel === channel)) byCustomer.set(thread.customerId, thread);
  return [...byCustomer.values()];
}

function endsOfThread({ id, customerId, contactNumber, createdAt }: Conversation): Ends {
  return { conversationId: id, customerId, phone: contactNumber ?? '', since: createdAt };
}

/** Returns the other end of a call: the customer of the thread, or (30 %) an unknown number. */
function endsOf(context: PartContext, contacts: Contacts, thread: Conversation): Ends {
  if (context.random.chance(0.3))
    return { conversationId: null, customerId: null, phone: contacts.phone(), since: context.daysAgo(360) };
  return endsOfThread(thread);
}

interface Beginning {
  readonly status: CallStatus;
  readonly startedAt: Instant;
  readonly direction?: Call['direction'];
}

function callOf(
  context: PartContext,
  ends: Ends,
  { status, startedAt, ...given }: Beginning,
  answerers: readonly string[],
): Call {
  const { random } = context;
  // A missed call is always inbound.
  const direction = given.direction ?? (status !== 'missed' && random.chance(0.35) ? 'outbound' : 'inbound');
  const us = mainLine(context);
  return {
    id: context.id<'Call'>(startedAt),
    conversationId: ends.conversationId,
    customerId: ends.customerId,
    direction,
    status,
    from: direction === 'inbound' ? ends.phone : us,
    to: direction === 'inbound' ? us : ends.phone,
    startedAt,
    ...callCourse(context, { status, startedAt, direction }, answerers),
    ...{ hasRecording: false, recordingDurationSeconds: null, hasVoicemail: false, voicemailDurationSeconds: null },
    ...{ answeredAt: null, transcriptIds: [], providerId: null, dueAt: ringingUntil({ status, startedAt }) },
    createdAt: startedAt,
  };
}
