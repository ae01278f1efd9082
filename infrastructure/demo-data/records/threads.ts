import { CONVERSATIONS } from '../../../application/areas/inbox/conversations.js';
import { MESSAGES } from '../../../application/areas/texting/messages.js';
import {
  CHANNELS,
  CONVERSATION_STATUSES,
  type Channel,
  type Conversation,
  type ConversationStatus,
} from '../../../domain/inbox/conversation.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { isInboxTeammate, type StaffMember } from '../../../domain/staff/staff.js';
import type { Message } from '../../../domain/texting/message.js';
import type { DemoPart, DemoRecords } from '../demo-part.js';
import type { Made } from '../made.js';
import { demoContacts } from '../random/contacts.js';
import { after, type PartContext } from '../random/part-context.js';
import { DAY } from '../shops/calendar.js';
import type { Dialogue } from '../texts/dialogue.js';
import { demoCustomers } from './customers.js';
import { demoLeads } from './leads.js';
import { messagesOf } from './messages.js';
import { customerParty, leadParty, strangerParty, type Party } from './parties.js';
import { mainLine } from './phone-numbers.js';
import { oldestFirst } from './rows.js';
import { demoStaff } from './staff.js';

interface Threads {
  readonly conversations: readonly Conversation[];
  readonly messages: readonly Message[];
}

const CHANNEL_WEIGHTS = { sms: 52, email: 20, call: 12, webchat: 8, whatsapp: 8 } as const satisfies Record<Channel, number>;

/** Threads of customers, of leads and of unknown contacts, with their messages. */
const demoThreads: DemoPart<Threads> = { name: 'threads', per: 'block', make: threadsOf };

export const demoConversations: DemoRecords<Conversation> = {
  name: 'conversations',
  record: CONVERSATIONS,
  per: 'block',
  // A number has one thread at most that the service itself began. In the demo it may have several.
  make: (_, made) => made.of(demoThreads).conversations.map((thread) => ({ ...thread, origin: 'import' })),
};

export const demoMessages: DemoRecords<Message> = {
  name: 'messages',
  record: MESSAGES,
  per: 'block',
  make: (_, made) => made.of(demoThreads).messages,
};

function threadsOf(context: PartContext, made: Made): Threads {
  const { random } = context;
  const [contacts, customers, leads] = [made.of(demoContacts), made.of(demoCustomers), made.of(demoLeads)];
  const inbox = made.of(demoStaff).filter(isInboxTeammate);
  const parties = Array.from({ length: made.counts.threads }, (_, index): Party => {
    // Most of the first 25 parties are the newest customers, so that today's inbox is not empty.
    const customer = index < 25 ? customers[customers.length - 1 - index] : random.pick(customers);
    const kind = random.weighted([
      ['customer', 66],
      ['lead', 22],
      ['nobody', 12],
    ] as const);
    if (kind === 'customer' && customer) return customerParty(customer);
    return kind === 'lead' ? leadParty(random.pick(leads)) : strangerParty(context, contacts);
  });
  const started = oldestFirst(parties.map((party) => ({ party, createdAt: startOf(context, party) })));
  const threads = started.map(({ party, createdAt }) => threadOf(context, party, createdAt, inbox));
  return {
    conversations: threads.map(({ conversation }) => conversation),
    messages: oldestFirst(threads.flatMap(({ messages }) => messages)),
  };
}

function startOf(context: PartContext, { since }: Party): Instant {
  return context.random.chance(0.5) ? context.soonAfter(since, 3) : context.between(since, context.now);
}

interface Thread {
  readonly conversation: Conversation;
  readonly messages: readonly Message[];
}

function threadOf(context: PartContext, party: Party, createdAt: Instant, inbox: readonly StaffMember[]): Thread {
  const { random } = context;
  const channel = random.weighted(
    CHANNELS.filter((one) => canUse(party, one)).map((one) => [one, CHANNEL_WEIGHTS[one]] as const),
  );
  const dialogue = random.pick(context.shop.texts.dialogues);
  const isAiManaged = random.chance(0.08);
  const id = context.id<'Conversation'>(createdAt);
  const { userId: answeredBy } = random.pick(inbox.filter((teammate) => teammate.createdAt <= createdAt));
  const messages = messagesOf(context, { id, channel, party, createdAt, dialogue, answeredBy, isAiManaged });
  const lastOf = (isIt: (message: Message) => boolean): Instant | null => messages.findLast(isIt)?.createdAt ?? null;
  const lastMessageAt = lastOf(() => true);
  const status = statusOf(context, lastMessageAt ?? createdAt);
  const conversation: Conversation = {
    ...{ id, customerId: party.customerId, leadId: party.leadId, channel, status },
    subject: subjectOf(channel, dialogue),
    contactNumber: channel === 'email' || channel === 'webchat' ? null : party.phone,
    contactEmail: channel === 'email' ? party.email : null,
    line: channel === 'sms' ? mainLine(context) : null,
    assignedTo: random.chance(status === 'open' ? 0.5 : 0.7) ? answeredBy : null,
    pinned: random.chance(0.02),
    isAiManaged,
    readAt: status === 'open' ? null : (lastMessageAt ?? createdAt),
    markedUnread: false,
    lastMessageAt,
    lastInboundAt: lastOf(({ direction }) => direction === 'inbound'),
    lastOutboundAt: lastOf(({ direction }) => direction === 'outbound'),
    lastHumanOutboundAt: lastOf(({ direction, automated }) => direction === 'outbound' && !automated),
    createdAt,
  };
  return { conversation, messages };
}

function canUse({ email, phone, name }: Party, channel: Channel): boolean {
  if (channel === 'email') return email !== null;
  // A chat on the web site is shown under the contact's name, because it has no phone number.
  return channel === 'webchat' ? name !== null : phone !== null;
}

function subjectOf(channel: Channel, { subject }: Dialogue): string | null {
  return channel === 'email' ? subject : null;
}

function statusOf({ random, now }: PartContext, activeAt: Instant): ConversationStatus {
  const recent = activeAt > after(now, -10 * DAY);
  const weights = recent ? { open: 70, snoozed: 15, closed: 15 } : { open: 6, snoozed: 4, closed: 90 };
  return random.weighted(CONVERSATION_STATUSES.map((status) => [status, weights[status]] as const));
}
