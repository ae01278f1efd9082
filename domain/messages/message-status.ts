import type { Direction } from './message.js';

/**
 * The statuses of messages. Inbound messages are `received`; every other status is a step in the sending of an outbound message.
 */
export const MESSAGE_STATUSES = [
  'received',
  'queued',
  'sending',
  'sent',
  'delivered',
  'failed',
  'undelivered',
  'unconfirmed',
] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** The statuses of messages that the service still has to send. */
const WAITING: ReadonlySet<MessageStatus> = new Set(['queued', 'sending']);

export function isWaiting(status: MessageStatus): boolean {
  return WAITING.has(status);
}

export function fitsDirection(status: MessageStatus, direction: Direction): boolean {
  return (status === 'received') === (direction === 'inbound');
}
