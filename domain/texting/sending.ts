import { changed, unchanged, type Decision, type DomainEvent } from '../shared/events.js';
import { later, type Instant } from '../shared/instant.js';
import type { MessageStatus, ThreadMessage } from './message.js';

/** The steps of sending, in the order in which a message takes them. A step may be skipped, and is never taken back. */
const STEPS: readonly MessageStatus[] = ['queued', 'sending', 'unconfirmed', 'sent', 'delivered'];

const FINAL: ReadonlySet<MessageStatus> = new Set(['delivered', 'failed', 'undelivered']);

/**
 * The status of an outbound message after its provider, or the service itself, has reported one. Reports arrive late, twice and
 * in any order, so a report that does not lead forward leaves the status as it is. A final status never changes.
 */
export function statusAfter(current: MessageStatus, reported: MessageStatus): MessageStatus {
  if (FINAL.has(current) || current === 'received' || reported === 'received') return current;
  if (FINAL.has(reported)) return reported;
  return STEPS.indexOf(reported) > STEPS.indexOf(current) ? reported : current;
}

type Sent = 'message.sent' | 'message.delivered' | 'message.failed';
/** A decision about a message that the shop sends. */
export type SendingDecision = Decision<ThreadMessage, Sent>;

/** The status that the provider reports for a text that it has, or will not send. */
export interface Report {
  readonly status: Extract<MessageStatus, 'sent' | 'delivered' | 'undelivered' | 'failed'>;
  /** the provider's id; null: it gave none */
  readonly providerId: string | null;
  /** the number of segments that the provider counted; null: it has not counted */
  readonly segments: number | null;
  /** the provider's code and a sentence; null: there is no problem, or it gives no reason */
  readonly error: string | null;
}

/** The tries after which a text that the provider never took has failed. */
const MOST_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 1_000;

/** The events that tell subscribers of a status. `message.failed` tells of every end without a certain delivery. */
const TOLD: Readonly<Partial<Record<MessageStatus, readonly DomainEvent<Sent>[]>>> = {
  sent: [{ type: 'message.sent' }],
  delivered: [{ type: 'message.delivered' }],
  failed: [{ type: 'message.failed' }],
  undelivered: [{ type: 'message.failed' }],
  unconfirmed: [{ type: 'message.failed' }],
};

/**
 * Tells a message that an import has brought, like one that was received or sent. A change of an imported message is told where it
 * has another status.
 */
export function importMessage(
  before: ThreadMessage | null,
  message: ThreadMessage,
  now: Instant,
): Decision<ThreadMessage, Sent | 'message.received'> {
  if (before?.status === message.status) return unchanged(message);
  return changed(message, now, message.direction === 'inbound' ? [{ type: 'message.received' }] : (TOLD[message.status] ?? []));
}

/** Notes what the provider reports about a text, in its answer to the hand-over or later. */
export function report(message: ThreadMessage, { status, providerId, segments, error }: Report, now: Instant): SendingDecision {
  const next = {
    ...message,
    status: statusAfter(message.status, status),
    providerId: message.providerId ?? providerId,
    segments: segments ?? message.segments,
    dueAt: null,
  };
  if (next.status === message.status) {
    const same = next.providerId === message.providerId && next.segments === message.segments;
    return same ? unchanged(message) : changed(next, now, []);
  }
  return moved({ ...next, error }, now);
}

/** Ends a text that a rule or the service itself does not hand over. @param reason a stable word */
export function giveUp(message: ThreadMessage, reason: string, now: Instant): SendingDecision {
  if (message.status !== 'queued' && message.status !== 'sending') return unchanged(message);
  return moved({ ...message, status: 'failed', error: reason, dueAt: null }, now);
}

/** Ends a text that still waits. A text that somebody has taken to hand it over stays as it is. @param reason a stable word */
export function endQueued(message: ThreadMessage, reason: string, now: Instant): SendingDecision {
  return message.status === 'queued' ? giveUp(message, reason, now) : unchanged(message);
}

/** Notes that nobody knows if the provider has the text. Only a report of the provider can settle it. */
export function loseSight(message: ThreadMessage, now: Instant): SendingDecision {
  const status = statusAfter(message.status, 'unconfirmed');
  return status === message.status ? unchanged(message) : moved({ ...message, status, dueAt: null }, now);
}

/**
 * Puts a text back into the queue, which the provider certainly did not take. After MOST_ATTEMPTS it has failed.
 * @param pauseMs the pause that the provider asks for; null: it names none
 */
export function tryAgain(message: ThreadMessage, pauseMs: number | null, now: Instant): SendingDecision {
  if (message.status !== 'sending') return unchanged(message);
  const attempts = message.attempts + 1;
  if (attempts >= MOST_ATTEMPTS) return giveUp({ ...message, attempts }, 'provider_unavailable', now);
  const pause = Math.max(pauseMs ?? 0, FIRST_PAUSE_MS * 2 ** (attempts - 1));
  return changed({ ...message, attempts, status: 'queued', dueAt: later(now, pause) }, now, []);
}

/**
 * Lets a text wait for the end of a pause. It keeps its due time. From now on it has a time of its own, also if other work was to
 * hand it over, and `attempts` tells so.
 */
export function keepWaiting(message: ThreadMessage, now: Instant): SendingDecision {
  if (message.status !== 'queued' && message.status !== 'sending') return unchanged(message);
  return changed({ ...message, status: 'queued', attempts: Math.max(1, message.attempts), dueAt: message.createdAt }, now, []);
}

/** As `keepWaiting`. A text that somebody has taken to hand it over stays as it is. */
export function keepQueuedWaiting(message: ThreadMessage, now: Instant): SendingDecision {
  return message.status === 'queued' ? keepWaiting(message, now) : unchanged(message);
}

/** Lets an e-mail wait for the end of a pause. The work that sends it tries again. */
export function keepEmailWaiting(message: ThreadMessage, now: Instant): SendingDecision {
  return message.status === 'sending' ? changed({ ...message, status: 'queued' }, now, []) : unchanged(message);
}

/** Puts an e-mail back that the mail server certainly did not take. The work that sends it tries again. */
export function putBack(message: ThreadMessage, now: Instant): SendingDecision {
  if (message.status !== 'sending') return unchanged(message);
  return changed({ ...message, attempts: message.attempts + 1, status: 'queued' }, now, []);
}

function moved(next: ThreadMessage, now: Instant): SendingDecision {
  return changed(next, now, TOLD[next.status] ?? []);
}
