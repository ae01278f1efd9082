import type { Direction } from './message.js';

/** `received` is what came in; the others are how far a message has got that went out, as its provider last reported. */
export const MESSAGE_STATUSES = [
  'received', 'queued', 'sending', 'sent', 'delivered', 'failed', 'undelivered', 'unconfirmed',
] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** Still to be sent by the service itself. */
const WAITING: ReadonlySet<MessageStatus> = new Set(['queued', 'sending']);

export function isWaiting(status: MessageStatus): boolean {
  return WAITING.has(status);
}

export function fitsDirection(status: MessageStatus, direction: Direction): boolean {
  return (status === 'received') === (direction === 'inbound');
}
