import { CALLS } from '../../../application/calls/records.js';
import type { Call, CallStatus } from '../../../domain/calls/call.js';
import { ringingUntil } from '../../../domain/calls/call-progress.js';
import type { Conversation } from '../../../domain/conversations/conversation.js';
import type { Customer } from '../../../domain/customers/customer.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { DemoRecords } from '../demo-part.js';
import type { Made } from '../made.js';
import { DAY, HOUR, MINUTE } from '../shops/calendar.js';
import { callCourse } from './call-courses.js';
import { withSounds } from '../sounds/call-sounds.js';
import { demoContacts, type Contacts } from '../random/contacts.js';
import { demoCustomers } from './customers.js';
import { mainLine } from './phone-numbers.js';
import { oldestFirst } from './rows.js';
import { demoStaff } from './staff.js';
import { demoConversations } from './threads.js';
import { after, earlier, type PartContext } from '../random/part-context.js';

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
 * A year of calls: with customers, with unknown numbers, and one for each thread that began with a call. Some calls are still in
 * progress, and some have a recording or voicemail.
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
  // A call needs a customer and a thread that existed before it. A call in progress began some minutes ago, and the calls of
  // `others` at least an hour ago, so only customers and threads from before the last hour are used.
  const known = ({ createdAt }: { readonly createdAt: Instant }): boolean => createdAt < after(now, -HOUR);
  const reachable = made.of(demoCustomers).filter((customer) => customer.phone !== null && known(customer));
  const threads = new Map(conversations.filter(known).map((thread) => [thread.customerId ?? '', thread]));
  const live = LIVE.map((status) => {
    const ends = endsOf(context, contacts, random.pick(reachable), threads);
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
    const ends = endsOf(context, contacts, random.pick(reachable), threads);
    const over = after(now, -HOUR);
    const startedAt = context.between(ends.since, random.chance(0.3) ? earlier(after(ends.since, 7 * DAY), over) : over);
    return callOf(context, ends, { status: random.weighted(PAST_STATUSES), startedAt }, answerers);
  });
  return withSounds(oldestFirst([...filed, ...others, ...live]), made.counts.sounds, random);
}

function endsOfThread({ id, customerId, contactNumber, createdAt }: Conversation): Ends {
  return { conversationId: id, customerId, phone: contactNumber ?? '', since: createdAt };
}

/** Returns the other end of a call: the customer, with the thread if there is one, or (30 %) an unknown number. */
function endsOf(context: PartContext, contacts: Contacts, customer: Customer, threads: ReadonlyMap<string, Conversation>): Ends {
  if (context.random.chance(0.3))
    return { conversationId: null, customerId: null, phone: contacts.phone(), since: context.daysAgo(360) };
  const thread = threads.get(customer.id);
  const since = thread && thread.createdAt > customer.createdAt ? thread.createdAt : customer.createdAt;
  return { conversationId: thread?.id ?? null, customerId: customer.id, phone: customer.phone ?? '', since };
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
