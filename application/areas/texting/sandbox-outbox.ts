import type { Id, MessageId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';

export type SandboxEntryId = Id<'SandboxEntry'>;

/**
 * The outcome of a hand-over. `sent`, `delivered` and `undelivered` have the meaning that they have at a provider. `failed`: the
 * sandbox refused the message. `rate_limited`: it turned the message away. `unanswered`: it took the message, but gave no answer.
 */
export type SandboxStatus = 'sent' | 'delivered' | 'undelivered' | 'failed' | 'rate_limited' | 'unanswered';

/** One hand-over of a text or an e-mail to the sandbox. */
export interface SandboxEntry {
  readonly id: SandboxEntryId;
  readonly message: MessageId | null;
  readonly channel: 'sms' | 'email';
  /** a number, the id of a messaging service, or an address */
  readonly from: string;
  readonly to: string;
  /** null for texts */
  readonly subject: string | null;
  readonly body: string;
  readonly status: SandboxStatus;
  readonly handedOverAt: Instant;
}

/** The receipt and the reply that follow a hand-over. If the time of one is null, it has come already, or it never comes. */
export interface SandboxFollowUp {
  readonly receiptStatus: 'delivered' | 'undelivered' | null;
  /** the provider's code of an `undelivered` text */
  readonly receiptCode: string | null;
  readonly receiptDueAt: Instant | null;
  readonly replyBody: string | null;
  readonly replyDueAt: Instant | null;
  /** when the receipt or the reply comes, whichever is first; null: it is being played, or nothing follows */
  readonly dueAt: Instant | null;
}

/** The ledger of the sandbox: every hand-over, and what follows it. Nothing leaves the service. */
export abstract class SandboxOutbox {
  abstract add(shop: ShopId, entry: SandboxEntry & SandboxFollowUp): Promise<void>;
  /** How often this message was turned away as `rate_limited`. */
  abstract timesTurnedAway(shop: ShopId, message: MessageId): Promise<number>;
  /** Newest first. @param since only hand-overs at or after this instant; null: all */
  abstract newest(shop: ShopId, limit: number, since: Instant | null): Promise<SandboxEntry[]>;
  abstract find(shop: ShopId, id: SandboxEntryId): Promise<(SandboxEntry & SandboxFollowUp) | null>;
  /** Notes that the receipt has come, and gives the entry the receipt's status. The reply is due next. */
  abstract receiptCame(shop: ShopId, id: SandboxEntryId): Promise<void>;
  /** Notes that the reply has come. The receipt is due next. */
  abstract replyCame(shop: ShopId, id: SandboxEntryId): Promise<void>;
}
