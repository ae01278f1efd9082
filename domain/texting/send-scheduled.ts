import { DROP_REASONS, type DropReason } from '../outgoing/pause.js';
import { Conflict } from '../shared/errors.js';
import { changed, unchanged, type Decision, type EventKind } from '../shared/events.js';
import type { ConversationId, MessageId } from '../shared/id.js';
import { later, type Instant } from '../shared/instant.js';
import { canMove } from '../shared/transitions.js';
import { RULES_AT_HAND_OVER, type TextingDecision, type TextingReason } from './may-text.js';
import type { ThreadMessage } from './message.js';
import { SCHEDULED_MESSAGE_MOVES, type ScheduledMessage, type ScheduledMessageStatus } from './scheduled-message.js';

/** The longest time for which quiet hours may hold a message back, from the time for which it was scheduled. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000;

/** The rules that forbid to send a message now, and the end of quiet hours if these are among them. */
export type SendRefusal = Pick<Extract<TextingDecision, { readonly allowed: false }>, 'reasons' | 'nextPermittedAt'>;

/** The state after a try to send: the message of the thread, or the refusal of a rule before that was made. */
export type Tried =
  { readonly message: ThreadMessage; readonly refusal: null } | { readonly message: null; readonly refusal: SendRefusal };

type Verb<Kind extends EventKind> = Decision<ScheduledMessage, Kind>;

/**
 * Takes a message that is due, so that nobody else sends, changes or cancels it. One that does not wait, or waits for a later
 * time, does not change.
 * @param messageId the message in a thread that it becomes
 */
export function startSending(message: ScheduledMessage, messageId: MessageId, now: Instant): Verb<never> {
  if (message.status !== 'scheduled' || message.sendAt > now) return unchanged(message);
  return changed({ ...message, status: 'sending', messageId }, now, []);
}

/**
 * Puts a message back or refuses it, when a rule of texting forbids to send it now. It waits for the end of quiet hours if
 * nothing else forbids it and they end within 24 hours after the time for which it was scheduled. By then the hourly limit will
 * have passed, too. Every other rule refuses it at once.
 * @param decision a refusal of `mayText`
 * @param lateFrom the time for which it was scheduled, moved by the time in which a pause by hand has held it back
 * @throws Conflict unless the message is being sent
 */
export function holdBack(
  message: ScheduledMessage,
  { reasons, nextPermittedAt }: SendRefusal,
  now: Instant,
  lateFrom = message.scheduledFor,
): Verb<'scheduled_message.updated' | 'scheduled_message.refused'> {
  const lasting = reasons.filter((reason) => !PASSING.has(reason));
  const waits = nextPermittedAt !== null && nextPermittedAt <= later(lateFrom, LONGEST_WAIT_MS);
  if (lasting.length === 0 && waits) {
    const next = move(message, 'scheduled', { sendAt: nextPermittedAt, messageId: null });
    return changed(next, now, [{ type: 'scheduled_message.updated' }]);
  }
  return refuse(message, lasting[0] ?? reasons[0] ?? 'too_late', null, now);
}

/** The reasons that are gone when the next texting hours begin. */
const PASSING: ReadonlySet<TextingReason> = new Set<TextingReason>(['quiet_hours', 'hourly_limit']);

/**
 * Ends a message that a rule forbids.
 * @param thread the thread that has its message; null: the message does not exist
 * @throws Conflict unless the message is being sent
 */
export function refuse(
  message: ScheduledMessage,
  reason: TextingReason | DropReason,
  thread: ConversationId | null,
  now: Instant,
): Verb<'scheduled_message.refused'> {
  const next = move(message, 'refused', thread ? { error: reason, conversationId: thread } : { error: reason, messageId: null });
  return changed(next, now, [{ type: 'scheduled_message.refused' }]);
}

/** @param thread the thread that has its message @throws Conflict unless the message is being sent */
export function finishSending(message: ScheduledMessage, thread: ConversationId, now: Instant): Verb<'scheduled_message.sent'> {
  return changed(move(message, 'sent', { conversationId: thread }), now, [{ type: 'scheduled_message.sent' }]);
}

/**
 * Ends a message that the provider refused, or whose retries ran out. Its message in the thread announces that.
 * @throws Conflict unless the message is being sent
 */
export function failSending(message: ScheduledMessage, error: string, thread: ConversationId, now: Instant): Verb<never> {
  return changed(move(message, 'failed', { error, conversationId: thread }), now, []);
}

/**
 * Ends a message, or puts it back, after a try to send it that came to an end. A text of which nobody knows if it was sent counts
 * as sent; its message says that it is unconfirmed.
 * @throws Conflict unless the message is being sent
 */
export function afterTry(
  scheduled: ScheduledMessage,
  { message, refusal }: Tried,
  now: Instant,
  lateFrom = scheduled.scheduledFor,
): Verb<'scheduled_message.updated' | 'scheduled_message.refused' | 'scheduled_message.sent'> {
  if (refusal) return holdBack(scheduled, refusal, now, lateFrom);
  const { status, error, conversationId: thread } = message;
  if (status !== 'failed') return finishSending(scheduled, thread, now);
  const rule = [...RULES_AT_HAND_OVER, ...DROP_REASONS].find((name) => name === error);
  return rule ? refuse(scheduled, rule, thread, now) : failSending(scheduled, error ?? 'failed', thread, now);
}

function move(
  message: ScheduledMessage,
  status: ScheduledMessageStatus,
  fields: Partial<Pick<ScheduledMessage, 'sendAt' | 'error' | 'conversationId' | 'messageId'>>,
): ScheduledMessage {
  if (!canMove(SCHEDULED_MESSAGE_MOVES, message.status, status))
    throw new Conflict(`the message is ${message.status}: it cannot become ${status}`);
  return { ...message, status, ...fields };
}
