import { leadName, type Lead } from '../leads/lead.js';
import { UNANNOTATED, type Annotated } from '../shared/annotated.js';
import type { Changing } from '../shared/changing.js';
import type { EmailAddress } from '../shared/contact.js';
import { changed, unchanged, type Decision, type DomainEvent } from '../shared/events.js';
import type { ConversationId, CustomerId, LeadId, StaffUserId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { E164 } from '../shared/phone.js';
import { canMove, MoveRefused, type Transitions } from '../shared/transitions.js';
import type { Message } from '../texting/message.js';

export const CHANNELS = ['sms', 'email', 'call', 'webchat', 'whatsapp'] as const;
export type Channel = (typeof CHANNELS)[number];

export const CONVERSATION_STATUSES = ['open', 'snoozed', 'closed'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

/** A thread of the inbox: the messages and calls with one contact on one channel. */
export interface Conversation extends Changing, Annotated {
  readonly id: ConversationId;
  readonly customerId: CustomerId | null;
  readonly leadId: LeadId | null;
  readonly channel: Channel;
  readonly status: ConversationStatus;
  readonly subject: string | null;
  readonly contactNumber: E164 | null;
  /** the contact's address in an email thread */
  readonly contactEmail: EmailAddress | null;
  /** the number of the shop's line that the contact last wrote to */
  readonly line: E164 | null;
  readonly assignedTo: StaffUserId | null;
  readonly pinned: boolean;
  readonly isAiManaged: boolean;
  /** when the thread was last marked read */
  readonly readAt: Instant | null;
  /** true: the thread was marked unread after its last message */
  readonly markedUnread: boolean;
  readonly lastMessageAt: Instant | null;
  readonly lastInboundAt: Instant | null;
  readonly lastOutboundAt: Instant | null;
  readonly lastHumanOutboundAt: Instant | null;
  readonly createdAt: Instant;
}

/** The fields of a thread that nobody is shown. */
export const BEHIND_A_THREAD = ['leadId', 'contactEmail', 'line'] as const satisfies readonly (keyof Conversation)[];

/** The part of a thread that is shown, and what tells whether it is read. */
export type ShownThread = Omit<Conversation, (typeof BEHIND_A_THREAD)[number]>;

export const CONVERSATION_MOVES: Transitions<ConversationStatus> = {
  open: ['snoozed', 'closed'],
  snoozed: ['open', 'closed'],
  closed: ['open', 'snoozed'],
};

/** A thread that stays as it is does not move. @throws MoveRefused when the table forbids the move */
export function requireThreadMove(from: ConversationStatus, to: ConversationStatus): void {
  if (from === to || canMove(CONVERSATION_MOVES, from, to)) return;
  throw new MoveRefused('status', `a thread cannot move from ${from} to ${to}`);
}

/**
 * The status after a message of the contact: the thread is open again. If the table forbids that, the thread stays as it is,
 * because the message has arrived and cannot be refused.
 */
export function reopened({ status }: Conversation): ConversationStatus {
  return canMove(CONVERSATION_MOVES, status, 'open') ? 'open' : status;
}

/** The person with whom a thread is. At most one of the two is set for a number that somebody has. */
export interface ThreadContact {
  readonly customerId: CustomerId | null;
  readonly leadId: LeadId | null;
}

/** An open thread of text messages without messages. */
export function newTextThread(
  id: ConversationId,
  contactNumber: E164,
  { customerId, leadId }: ThreadContact,
  now: Instant,
): Conversation {
  const own = { contactNumber, contactEmail: null, channel: 'sms', subject: null } as const;
  return { id, customerId, leadId, createdAt: now, ...own, ...EMPTY };
}

/** An open thread of calls. */
export function newCallThread(id: ConversationId, contactNumber: E164, contact: ThreadContact, now: Instant): Conversation {
  return { ...newTextThread(id, contactNumber, contact, now), channel: 'call' };
}

/** An open thread of e-mails without messages. */
export function newEmailThread(
  id: ConversationId,
  contactEmail: EmailAddress,
  { customerId, leadId }: ThreadContact,
  subject: string | null,
  now: Instant,
): Conversation {
  const own = { contactNumber: null, contactEmail, channel: 'email', subject } as const;
  return { id, customerId, leadId, createdAt: now, ...own, ...EMPTY };
}

const EMPTY: Omit<
  Conversation,
  'id' | 'customerId' | 'leadId' | 'createdAt' | 'channel' | 'subject' | 'contactNumber' | 'contactEmail'
> = {
  status: 'open',
  line: null,
  assignedTo: null,
  pinned: false,
  isAiManaged: false,
  readAt: null,
  markedUnread: false,
  lastMessageAt: null,
  lastInboundAt: null,
  lastOutboundAt: null,
  lastHumanOutboundAt: null,
  ...UNANNOTATED,
};

/** The names by which people know a thread. `lead` is null in a thread that is with no lead. */
export interface ThreadNames extends Pick<Conversation, 'contactNumber' | 'subject'> {
  readonly customer: string | null;
  readonly lead: Pick<Lead, 'firstName' | 'lastName' | 'companyName'> | null;
}

/** The display name of a thread: the name of its customer or of its lead, or else the contact's number, or else the subject. */
export function threadLabel({ customer, lead, contactNumber, subject }: ThreadNames): string | null {
  return customer ?? (lead ? leadName(lead) : (contactNumber ?? subject));
}

type LastTimes = Pick<Conversation, 'lastMessageAt' | 'lastInboundAt' | 'lastOutboundAt' | 'lastHumanOutboundAt'>;

/**
 * Returns the thread with the times that it has after a message is added to it. A time never moves back, even if the message is
 * old. An automated message never changes the time of the last human reply.
 */
export function withMessage<Thread extends LastTimes>(
  thread: Thread,
  { direction, automated, createdAt: at }: Pick<Message, 'direction' | 'automated' | 'createdAt'>,
): Thread {
  const lastMessageAt = latest(thread.lastMessageAt, at);
  if (direction === 'inbound') return { ...thread, lastMessageAt, lastInboundAt: latest(thread.lastInboundAt, at) };
  const lastHumanOutboundAt = automated ? thread.lastHumanOutboundAt : latest(thread.lastHumanOutboundAt, at);
  return { ...thread, lastMessageAt, lastOutboundAt: latest(thread.lastOutboundAt, at), lastHumanOutboundAt };
}

export function latest(known: Instant | null, at: Instant): Instant {
  return known !== null && known > at ? known : at;
}

type ReadState = Pick<Conversation, 'markedUnread' | 'readAt' | 'lastInboundAt' | 'lastOutboundAt'>;

/**
 * True when the thread was marked unread, or when the contact's last message came after the shop's last message and after the
 * thread was marked read.
 */
export function isUnread({ markedUnread, readAt, lastInboundAt, lastOutboundAt }: ReadState): boolean {
  return markedUnread || (lastInboundAt !== null && isAfter(lastInboundAt, lastOutboundAt) && isAfter(lastInboundAt, readAt));
}

/** True when no person has replied since the contact's last message. An automated reply does not count. */
export function isUnanswered({
  lastInboundAt,
  lastHumanOutboundAt,
}: Pick<Conversation, 'lastInboundAt' | 'lastHumanOutboundAt'>): boolean {
  return lastInboundAt !== null && isAfter(lastInboundAt, lastHumanOutboundAt);
}

/** Returns the thread as read. If its last message has a later time than `now`, the thread is read up to that message. */
export function read<Thread extends ReadState>(thread: Thread, now: Instant): Thread {
  const { lastInboundAt } = thread;
  const readAt = lastInboundAt !== null && lastInboundAt > now ? lastInboundAt : now;
  return { ...thread, readAt, markedUnread: false };
}

function isAfter(time: Instant, other: Instant | null): boolean {
  return other === null || time > other;
}

/** A new thread. `first` are the events of what it begins with: a change of the empty thread, for those who follow changes alone. */
export function beginThread(
  thread: Conversation,
  now: Instant,
  first: readonly DomainEvent<'conversation.updated'>[],
): Decision<Conversation, 'conversation.created' | 'conversation.updated'> {
  return changed(thread, now, [{ type: 'conversation.created' }, ...first]);
}

/** Gives a thread to the customer who has its number now. A thread never moves from one customer to another. */
export function adopt(
  thread: Conversation,
  customerId: CustomerId,
  now: Instant,
): Decision<Conversation, 'conversation.updated'> {
  if (thread.customerId !== null) return unchanged(thread);
  return changed({ ...thread, customerId }, now, [{ type: 'conversation.updated' }]);
}

export const IMPORTED_THREAD = { made: { type: 'conversation.created' }, edited: { type: 'conversation.updated' } } as const;
