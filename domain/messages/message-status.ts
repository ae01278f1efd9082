import type { Direction } from './message.js';

/** An inbound message is `received`. The other statuses are of outbound messages, as the provider last reported them. */
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

/** The service itself has yet to send these messages. */
const WAITING: ReadonlySet<MessageStatus> = new Set(['queued', 'sending']);

export function isWaiting(status: MessageStatus): boolean {
  return WAITING.has(status);
}

export function fitsDirection(status: MessageStatus, direction: Direction): boolean {
  return (status === 'received') === (direction === 'inbound');
}
