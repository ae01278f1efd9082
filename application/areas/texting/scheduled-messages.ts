import type { ConversationId, CustomerId, MessageId, ScheduledMessageId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { ScheduledMessage, ScheduledMessageStatus } from '../../../domain/texting/scheduled-message.js';
import type { Announced } from '../../kernel/events/announcer.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';

export interface ScheduledMessageFilter {
  readonly status?: ScheduledMessageStatus;
  readonly conversationId?: ConversationId;
  readonly customerId?: CustomerId;
}

/** The messages that a shop has scheduled, those included that were sent, refused or canceled. */
export abstract class ScheduledMessages {
  abstract find(shop: ShopId, id: ScheduledMessageId): Promise<ScheduledMessage | null>;
  /** The scheduled message that became this message of a thread. */
  abstract ofMessage(shop: ShopId, message: MessageId): Promise<ScheduledMessage | null>;
  /** The soonest first. Page and total come from one snapshot. */
  abstract list(
    shop: ShopId,
    filter: ScheduledMessageFilter,
    limit: number,
    offset: number,
  ): Promise<OffsetSlice<ScheduledMessage>>;
  abstract add(shop: ShopId, decision: Announced<ScheduledMessage>): Promise<void>;
  /**
   * Stores the result of `change` and its events; calls `change` again after a concurrent write. Null: the shop has no such
   * message.
   */
  abstract change(
    shop: ShopId,
    id: ScheduledMessageId,
    change: (message: ScheduledMessage) => Announced<ScheduledMessage>,
  ): Promise<ScheduledMessage | null>;
  /** Makes the work on a message due again, if the message still waits. */
  abstract wait(shop: ShopId, id: ScheduledMessageId, until: Instant): Promise<void>;
}
