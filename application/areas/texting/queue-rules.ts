import { Conflict, ValidationError } from '../../../domain/shared/errors.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { BLOCKED } from '../../../domain/texting/may-text.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import type { SchedulableChannel } from '../../../domain/texting/scheduled-message.js';
import type { Recipient } from './text-recipients.js';

/** @throws ValidationError unless the time is after `now` */
export function requireFuture(sendAt: Instant, now: Instant): void {
  if (sendAt <= now) throw new ValidationError('send_at', 'must be in the future');
}

/** A block is the only rule of texting that refuses a text when it is queued. @throws Conflict when there is one */
export function requireUnblocked(block: OptOut | null): void {
  if (block) throw new Conflict(BLOCKED[block.source]);
}

/**
 * The number or the address that a message goes to. An e-mail goes to the customer's address, else to the thread's.
 * @throws ValidationError when there is none
 */
export function addresseeOf(channel: SchedulableChannel, { named, customer, number }: Recipient): string {
  const to = channel === 'sms' ? number : (customer?.email ?? named?.contactEmail ?? null);
  if (to !== null) return to;
  const lack = channel === 'sms' ? 'phone number' : 'email address';
  throw new ValidationError(named ? 'conversation' : 'customer_id', `has no ${lack} on file`);
}
