import type { ConversationId, MessageId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Direction, MessageStatus, ShownMessage, ThreadMessage } from '../../../domain/texting/message.js';
import type { Announced } from '../../kernel/events/announcer.js';
import type { ChangedRows, ChangesAsked } from '../../kernel/operation/changes-page.js';
import type { OffsetSlice, Position } from '../../kernel/operation/page.js';
import type { RecordType } from '../../transfer/import-kind.js';

/** The messages of one thread or of all, optionally only those of one direction, or of a time. */
export interface MessageFilter {
  /** absent: any thread */
  readonly conversation?: ConversationId;
  readonly direction?: Direction;
  /** only messages at this time or later */
  readonly since?: Instant;
  /** only messages before this time */
  readonly until?: Instant;
}

export type LastMessage = Pick<ShownMessage, 'direction' | 'body' | 'createdAt'>;

/** The places within the hourly limit of a shop, when the rules were asked. */
export interface HourlyRoom {
  /** how many texts the shop had ever begun to hand over */
  readonly taken: number;
  /** how many more texts the limit allowed */
  readonly left: number;
}

export interface TextClaim {
  readonly claimed: ThreadMessage | null;
  readonly refusal: 'opted_out' | 'hourly_limit' | null;
}

/** The messages of a shop's threads. `Conversations` adds them, because a new message also changes its thread. */
export abstract class Messages {
  abstract find(shop: ShopId, id: MessageId): Promise<ThreadMessage | null>;
  abstract ofProvider(shop: ShopId, providerId: string): Promise<ThreadMessage | null>;
  /** The newest message of each of these threads, by the thread's id. A thread without messages has none. */
  abstract lastOf(shop: ShopId, threads: readonly ConversationId[]): Promise<ReadonlyMap<string, LastMessage>>;
  /** The matching messages, newest first, beginning after the position `after`. An unknown thread has none. */
  abstract search(shop: ShopId, filter: MessageFilter, limit: number, after: Position | null): Promise<readonly ShownMessage[]>;
  /** The matching messages in the order of their changes. */
  abstract changes(shop: ShopId, filter: MessageFilter, asked: ChangesAsked): Promise<ChangedRows<ShownMessage>>;
  /** The newest texts that the service has sent for a shop, or has still to send, without answers to keywords. */
  abstract lately(shop: ShopId, status: MessageStatus | null, limit: number): Promise<readonly ShownMessage[]>;
  /** One page of a thread's messages, newest first. Page and total come from one snapshot. */
  abstract list(shop: ShopId, filter: MessageFilter, limit: number, offset: number): Promise<OffsetSlice<ShownMessage>>;
  /**
   * Stores the result of `change` and its events; calls `change` again after a concurrent write. Null: the shop has no such
   * message.
   * @throws MessageKnown when another message has the provider's id that is written
   */
  abstract change(
    shop: ShopId,
    id: MessageId,
    change: (message: ThreadMessage) => Announced<ThreadMessage>,
  ): Promise<ThreadMessage | null>;
  /**
   * Takes a queued message that no rule of texting binds any more, an e-mail or an answer to a keyword, so that only the caller hands
   * it over: its status is `sending` now. Null: it is not queued.
   */
  abstract claim(shop: ShopId, id: MessageId): Promise<ThreadMessage | null>;
  /**
   * Takes a queued text, so that only the caller hands it over: its status is `sending` now. The statement that takes the text looks
   * for a block, and takes a place within the hourly limit.
   * @returns `claimed` null: the text is not queued any more, or `refusal` holds it back
   */
  abstract claimText(shop: ShopId, id: MessageId, room: HourlyRoom): Promise<TextClaim>;
  /** The texts to a number that wait to be handed over, without answers to keywords. */
  abstract queuedFor(shop: ShopId, number: E164): Promise<readonly MessageId[]>;
  /**
   * Waits until no text to a number is being handed over, at most `mostMs` milliseconds.
   * @returns false: some still are
   */
  abstract untilHandedOver(shop: ShopId, number: E164, mostMs: number): Promise<boolean>;
  /**
   * Claims the answer to a keyword of a number for the open unit of work. Other claims for the number wait until the unit ends, so
   * that ten keywords at once get one answer.
   * @returns false: a keyword of the number was answered at or after `since`
   */
  abstract claimKeywordAnswer(shop: ShopId, number: E164, since: Instant): Promise<boolean>;
}

export const MESSAGES: RecordType = { name: 'messages', noun: 'message' };
