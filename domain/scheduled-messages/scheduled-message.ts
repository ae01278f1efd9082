import type { Channel } from '../conversations/conversation.js';
import { Conflict } from '../shared/errors.js';
import { changed, type Decision, type EventKind } from '../shared/events.js';
import type { ConversationId, CustomerId, Id } from '../shared/id.js';
import { later, type Instant } from '../shared/instant.js';
import { canMove, type Transitions } from '../shared/transitions.js';
import type { TextingDecision, TextingReason } from '../texting/may-text.js';

export type ScheduledMessageId = Id<'ScheduledMessage'>;

export const SCHEDULED_MESSAGE_STATUSES = ['scheduled', 'sending', 'sent', 'refused', 'failed', 'canceled'] as const;
export type ScheduledMessageStatus = (typeof SCHEDULED_MESSAGE_STATUSES)[number];

/** A message that is being sent goes back to `scheduled` only to wait for the end of quiet hours. */
export const SCHEDULED_MESSAGE_MOVES: Transitions<ScheduledMessageStatus> = {
  scheduled: ['sending', 'canceled'],
  sending: ['sent', 'refused', 'failed', 'scheduled'],
  sent: [],
  refused: [],
  failed: [],
  canceled: [],
};

/** The longest time for which quiet hours may hold a message back, from the time for which it was scheduled. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000;

export interface ScheduledMessage {
  readonly id: ScheduledMessageId;
  readonly conversationId: ConversationId | null;
  readonly customerId: CustomerId | null;
  readonly channel: Extract<Channel, 'sms' | 'email'>;
  readonly body: string;
  readonly subject: string | null;
  /** the number or address of the contact when the message was queued */
  readonly to: string;
  /** the time for which it was scheduled */
  readonly scheduledFor: Instant;
  /** the time at which it is sent: later than `scheduledFor` if that lay in quiet hours */
  readonly sendAt: Instant;
  readonly status: ScheduledMessageStatus;
  /** the rule that refused it, or the provider's error; null otherwise */
  readonly error: string | null;
  readonly linksRemoved: boolean;
  readonly createdAt: Instant;
}

type Verb<Kind extends EventKind> = Decision<ScheduledMessage, Kind>;

/** @throws Conflict unless the message still waits */
export function cancel(message: ScheduledMessage, now: Instant): Verb<'scheduled_message.canceled'> {
  mustWait(message, 'canceled');
  return changed({ ...message, status: 'canceled' }, now, [{ type: 'scheduled_message.canceled' }]);
}

/** The values of a message that may change while it waits. */
export type Amendment = Partial<Pick<ScheduledMessage, 'body' | 'subject' | 'linksRemoved'>> & { readonly sendAt?: Instant };

/** @throws Conflict unless the message still waits */
export function amend(message: ScheduledMessage, given: Amendment, now: Instant): Verb<'scheduled_message.updated'> {
  mustWait(message, 'changed');
  const next = { ...message, ...given, scheduledFor: given.sendAt ?? message.scheduledFor };
  return changed(next, now, [{ type: 'scheduled_message.updated' }]);
}

/** Takes a message that is due, so that nobody else sends or cancels it. @throws Conflict unless the message still waits */
export function startSending(message: ScheduledMessage, now: Instant): Verb<never> {
  mustWait(message, 'sent');
  return changed({ ...message, status: 'sending' }, now, []);
}

/**
 * Puts a message back or refuses it, when a rule of texting forbids to send it now. It waits for the end of quiet hours if
 * nothing else forbids it and they end within 24 hours after the time for which it was scheduled. By then the hourly limit will
 * have passed, too. Every other rule refuses it at once.
 * @param decision a refusal of `mayText`
 * @throws Conflict unless the message is being sent
 */
export function holdBack(
  message: ScheduledMessage,
  { reasons, nextPermittedAt }: Extract<TextingDecision, { readonly allowed: false }>,
  now: Instant,
): Verb<'scheduled_message.updated' | 'scheduled_message.refused'> {
  const lasting = reasons.filter((reason) => !PASSING.has(reason));
  const waits = nextPermittedAt !== null && nextPermittedAt <= later(message.scheduledFor, LONGEST_WAIT_MS);
  if (lasting.length === 0 && waits) {
    const next = move(message, 'scheduled', { sendAt: nextPermittedAt });
    return changed(next, now, [{ type: 'scheduled_message.updated' }]);
  }
  const next = move(message, 'refused', { error: lasting[0] ?? reasons[0] ?? null });
  return changed(next, now, [{ type: 'scheduled_message.refused' }]);
}

/** The reasons that are gone when the next texting hours begin. */
const PASSING: ReadonlySet<TextingReason> = new Set<TextingReason>(['quiet_hours', 'hourly_limit']);

/** @throws Conflict unless the message is being sent */
export function finishSending(message: ScheduledMessage, now: Instant): Verb<'scheduled_message.sent'> {
  return changed(move(message, 'sent', {}), now, [{ type: 'scheduled_message.sent' }]);
}

/**
 * Ends a message that the provider refused, or whose retries ran out. Its message in the thread announces that.
 * @throws Conflict unless the message is being sent
 */
export function failSending(message: ScheduledMessage, error: string, now: Instant): Verb<never> {
  return changed(move(message, 'failed', { error }), now, []);
}

function mustWait({ status }: ScheduledMessage, verb: string): void {
  if (status !== 'scheduled') throw new Conflict(`the message is ${status}: only one that still waits can be ${verb}`);
}

function move(
  message: ScheduledMessage,
  status: ScheduledMessageStatus,
  fields: Partial<Pick<ScheduledMessage, 'sendAt' | 'error'>>,
): ScheduledMessage {
  if (!canMove(SCHEDULED_MESSAGE_MOVES, message.status, status))
    throw new Conflict(`the message is ${message.status}: it cannot become ${status}`);
  return { ...message, status, ...fields };
}
