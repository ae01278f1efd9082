import type { MessageStatus } from './message-status.js';

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
