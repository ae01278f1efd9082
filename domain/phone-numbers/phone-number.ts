import type { PhoneNumberId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { E164 } from '../shared/phone.js';

export const PHONE_NUMBER_STATUSES = ['active', 'porting', 'released', 'abandoned'] as const;
export type PhoneNumberStatus = (typeof PHONE_NUMBER_STATUSES)[number];

/** The statuses of a live line: the shop has it or is about to get it. */
export const LIVE_STATUSES = ['active', 'porting'] as const satisfies readonly PhoneNumberStatus[];

/** A phone line of the shop. */
export interface PhoneNumber {
  readonly id: PhoneNumberId;
  readonly number: E164;
  readonly label: string | null;
  /** the line that customers see and that automations use by default */
  readonly isPrimary: boolean;
  /** true: the line can send messages */
  readonly isSending: boolean;
  readonly sms: boolean;
  readonly voice: boolean;
  readonly status: PhoneNumberStatus;
  readonly createdAt: Instant;
}
