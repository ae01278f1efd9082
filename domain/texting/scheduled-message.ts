import type { Shop } from '../access/shop.js';
import type { Channel } from '../inbox/conversation.js';
import type { DropReason, Held, Way } from '../outgoing/pause.js';
import { Conflict, ValidationError } from '../shared/errors.js';
import { changed, unchanged, type Decision, type EventKind } from '../shared/events.js';
import type { AutomationId, ConversationId, CustomerId, MessageId, ScheduledMessageId, StaffUserId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import { codePoints } from '../shared/text.js';
import { canMove, MoveRefused, type Transitions } from '../shared/transitions.js';
import { isTooLate, LONGEST_TEXT, type TextingReason } from './may-text.js';
import { smsBody } from './segments.js';

export const SCHEDULED_MESSAGE_STATUSES = ['scheduled', 'sending', 'sent', 'refused', 'failed', 'canceled'] as const;
export type ScheduledMessageStatus = (typeof SCHEDULED_MESSAGE_STATUSES)[number];

/**
 * A message that is being sent goes back to `scheduled` only to wait for the end of quiet hours. Beside these moves, `dropScheduled`
 * refuses a message that still waits.
 */
export const SCHEDULED_MESSAGE_MOVES: Transitions<ScheduledMessageStatus> = {
  scheduled: ['sending', 'canceled'],
  sending: ['sent', 'refused', 'failed', 'scheduled'],
  sent: [],
  refused: [],
  failed: [],
  canceled: [],
};

export const SCHEDULABLE_CHANNELS = ['sms', 'email'] as const satisfies readonly Channel[];
export type SchedulableChannel = (typeof SCHEDULABLE_CHANNELS)[number];

/** Messages about the contact's own business, and advertising. */
export const PURPOSES = ['business', 'marketing'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The way out of the messages of a channel. */
export function wayOf(channel: SchedulableChannel): Way {
  return channel === 'sms' ? 'texts' : 'emails';
}

export interface ScheduledMessage {
  readonly id: ScheduledMessageId;
  /** the thread that was given, or the one into which it was sent */
  readonly conversationId: ConversationId | null;
  readonly customerId: CustomerId | null;
  readonly channel: SchedulableChannel;
  /** advertising needs the consent of the contact when it is scheduled, and again when it is sent */
  readonly purpose: Purpose;
  readonly body: string;
  /** null for texts, and for e-mails without one */
  readonly subject: string | null;
  /** the number or address of the contact when the message was queued */
  readonly to: string;
  /** the time for which it was scheduled */
  readonly scheduledFor: Instant;
  /** the time at which it is sent: later than `scheduledFor` if that lay in quiet hours */
  readonly sendAt: Instant;
  readonly status: ScheduledMessageStatus;
  /** the rule that refused it, or the reason why it failed; null otherwise */
  readonly error: string | null;
  readonly linksRemoved: boolean;
  /** the links that were removed from the body, in their order; empty also for messages of earlier releases */
  readonly removedLinks: readonly string[];
  /** the person whom the key that scheduled it acts for; null: it is automated */
  readonly scheduledBy: StaffUserId | null;
  /** the rule that scheduled it; null: a key did */
  readonly automationId: AutomationId | null;
  /** the message in a thread that it becomes; null until somebody begins to send it */
  readonly messageId: MessageId | null;
  /** why messages of its channel wait now; null: they are sent when they are due, or this one does not wait any more */
  readonly held: Held | null;
  readonly createdAt: Instant;
}

type Verb<Kind extends EventKind> = Decision<ScheduledMessage, Kind>;

type Given = Omit<ScheduledMessage, 'scheduledFor' | 'status' | 'error' | 'messageId' | 'held' | 'createdAt'>;

export function schedule(given: Given, now: Instant): Verb<'scheduled_message.created'> {
  const waiting = {
    scheduledFor: given.sendAt,
    status: 'scheduled',
    error: null,
    messageId: null,
    held: null,
    createdAt: now,
  } as const;
  return changed({ ...given, ...waiting }, now, [{ type: 'scheduled_message.created' }]);
}

/** @throws MoveRefused unless the message still waits */
export function cancel(message: ScheduledMessage, now: Instant): Verb<'scheduled_message.canceled'> {
  if (!canMove(SCHEDULED_MESSAGE_MOVES, message.status, 'canceled'))
    throw new MoveRefused('status', waitsNoMore(message, 'canceled'));
  return changed({ ...message, status: 'canceled' }, now, [{ type: 'scheduled_message.canceled' }]);
}

/** Ends a message that was due in a pause and is not wanted any more. One that does not wait any more stays as it is. */
export function dropScheduled(message: ScheduledMessage, error: DropReason, now: Instant): Verb<'scheduled_message.refused'> {
  if (message.status !== 'scheduled') return unchanged(message);
  return changed({ ...message, status: 'refused', error }, now, [{ type: 'scheduled_message.refused' }]);
}

/** The values of a message that may change while it waits. */
export type Amendment = Partial<Pick<ScheduledMessage, 'body' | 'subject' | 'linksRemoved' | 'removedLinks' | 'sendAt'>>;

/** Changes a message. If it has these values already, nothing changes. @throws Conflict unless the message still waits */
export function amend(message: ScheduledMessage, given: Amendment, now: Instant): Verb<'scheduled_message.updated'> {
  if (message.status !== 'scheduled') throw new Conflict(waitsNoMore(message, 'changed'));
  const next = { ...message, ...given, scheduledFor: given.sendAt ?? message.scheduledFor };
  if (isSame(message, next)) return unchanged(message);
  return changed(next, now, [{ type: 'scheduled_message.updated' }]);
}

function isSame(one: ScheduledMessage, other: ScheduledMessage): boolean {
  return (
    one.body === other.body &&
    one.subject === other.subject &&
    one.linksRemoved === other.linksRemoved &&
    one.removedLinks.join('\n') === other.removedLinks.join('\n') &&
    one.sendAt === other.sendAt &&
    one.scheduledFor === other.scheduledFor
  );
}

function waitsNoMore({ status }: ScheduledMessage, verb: string): string {
  return `the message is ${status}: only one that still waits can be ${verb}`;
}

/**
 * The body as it will be sent. A text loses its links and gets the reply pointer, and an e-mail stays as it is.
 * @throws ValidationError when nothing is left of a text without its links, or when it is longer than 1,600 characters
 */
export function scheduledBody(
  channel: SchedulableChannel,
  body: string,
  pointer: string,
): Pick<ScheduledMessage, 'body' | 'linksRemoved' | 'removedLinks'> {
  if (channel === 'email') return { body, linksRemoved: false, removedLinks: [] };
  const text = smsBody(body, pointer);
  if (text.body === '') throw new ValidationError('body', 'nothing is left of the text: links are removed from texts');
  const length = codePoints(text.body);
  if (length > LONGEST_TEXT) {
    const problem = `must be at most ${LONGEST_TEXT} characters as a text, with the reply pointer that is appended; it has ${length}`;
    throw new ValidationError('body', problem);
  }
  return { ...text, linksRemoved: text.removedLinks.length > 0 };
}

/**
 * The first rule that forbids to send a scheduled e-mail now; null: none does. Blocks, texting hours and the hourly limit bind
 * only texts.
 */
export function refusalOfEmail({ suspended, features }: Pick<Shop, 'suspended' | 'features'>, dueAt: Instant, now: Instant) {
  const reasons: readonly (TextingReason | null)[] = [
    suspended ? 'account_suspended' : null,
    features.scheduling ? null : 'feature_off',
    isTooLate({ moment: 'hand-over', dueAt, now }) ? 'too_late' : null,
  ];
  return reasons.find((reason) => reason !== null) ?? null;
}
