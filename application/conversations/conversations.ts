import type { Channel, Conversation, ConversationStatus } from '../../domain/conversations/conversation.js';
import type { Customer } from '../../domain/customers/customer.js';
import type { ConversationId, CustomerId, ShopId, StaffUserId } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';
import type { Announced } from '../events/announcer.js';
import type { OffsetSlice } from '../operation/page.js';

export interface ConversationFilter {
  readonly status?: ConversationStatus;
  readonly channel?: Channel;
  readonly customerId?: CustomerId;
  /** the teammate who owns the thread; null: threads without an owner */
  readonly assignedTo?: StaffUserId | null;
  readonly unreadOnly: boolean;
  readonly unansweredOnly: boolean;
  /** only threads with a message or a call at this time or later */
  readonly since?: Instant;
  /** words, each with its spellings, that the thread's texts or its contact's texts contain; empty: any texts */
  readonly terms: readonly (readonly string[])[];
}

/** A thread with the customer it is about; null: it is not a customer's. */
export interface ConversationDetail {
  readonly conversation: Conversation;
  readonly customer: Customer | null;
}

/** The threads of a shop's inbox. Threads are never deleted. */
export abstract class Conversations {
  abstract find(shop: ShopId, id: ConversationId): Promise<Conversation | null>;
  abstract detail(shop: ShopId, id: ConversationId): Promise<ConversationDetail | null>;
  /** The most recently active thread comes first. Page and total come from one snapshot. */
  abstract list(shop: ShopId, filter: ConversationFilter, limit: number, offset: number): Promise<OffsetSlice<Conversation>>;
  /**
   * Stores the result of `change` and its events; calls `change` again after a concurrent write. Null: the shop has no such
   * thread.
   */
  abstract change(
    shop: ShopId,
    id: ConversationId,
    change: (thread: Conversation) => Announced<Conversation>,
  ): Promise<Conversation | null>;
}
