import type { Channel } from '../conversations/conversation.js';
import type { ConversationId, CustomerId, MessageId, StaffUserId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { MessageStatus } from './message-status.js';

export const DIRECTIONS = ['inbound', 'outbound'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** A file that belongs to a message. */
export interface MessageMedia {
  readonly contentType: string;
  readonly url: string;
}

export interface Message {
  readonly id: MessageId;
  readonly conversationId: ConversationId;
  readonly direction: Direction;
  readonly body: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly status: MessageStatus;
  /** the reason why an outbound message was not delivered: a rule of texting, or the provider's code and a sentence */
  readonly error: string | null;
  /** the attached files that the service has stored */
  readonly media: readonly MessageMedia[];
  /** the attached files at the provider, which are not stored yet */
  readonly mediaSources: readonly MessageMedia[];
  /** the number of SMS segments; null for other channels and for texts whose segments nobody counted */
  readonly segments: number | null;
  /** true: sent by a machine, such as the service itself, not by a person */
  readonly automated: boolean;
  /** true: the service's answer to a keyword such as STOP or HELP; the rules of texting do not hold it back */
  readonly keywordAnswer: boolean;
  /** the person who sent an outbound message */
  readonly sentBy: StaffUserId | null;
  /** the provider's id, which no other message of the shop has */
  readonly providerId: string | null;
  /** how often the service tried to hand the message over */
  readonly attempts: number;
  /** when the service tries to hand the message over; null: it does not try again */
  readonly dueAt: Instant | null;
  readonly createdAt: Instant;
}

/** A message with what it has from its thread. */
export interface ThreadMessage extends Message {
  readonly channel: Channel;
  readonly customerId: CustomerId | null;
}

/** The fields of a message that nobody is shown. */
export const BEHIND_A_MESSAGE = [
  'mediaSources',
  'keywordAnswer',
  'providerId',
  'attempts',
  'dueAt',
] as const satisfies readonly (keyof Message)[];

/** The part of a message that is shown. */
export type ShownMessage = Omit<ThreadMessage, (typeof BEHIND_A_MESSAGE)[number]>;
