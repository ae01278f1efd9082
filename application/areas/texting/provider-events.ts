import type { Shop } from '../../../domain/access/shop.js';
import type { MessageId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import { MessageKnown } from '../inbox/conversations.js';
import type { ProviderRefusal, ReportedStatus } from './hand-over-text.js';
import type { Messages } from './messages.js';

/** A file that somebody attached to a text. */
export interface InboundMedia {
  /** the provider's address of the file */
  readonly url: string;
  /** as the provider says; '' when it says nothing */
  readonly contentType: string;
}

/** A text that somebody sent to a shop. All its texts can be stored: they have no control characters and no half surrogates. */
export interface InboundText {
  /** the provider's id, by which repetitions of one text are recognised */
  readonly providerId: string;
  /** null: the provider knows only the number, and not whose it is */
  readonly shop: ShopId | null;
  readonly from: string;
  /** the shop's line; with the sandbox, the id of a messaging service when the answered text was sent through one */
  readonly to: string;
  readonly body: string;
  readonly media: readonly InboundMedia[];
  /** null: the provider does not say when it got the text, because it has just got it */
  readonly receivedAt: Instant | null;
}

/** The provider's report about a text that was handed over. */
export interface Receipt {
  readonly providerId: string;
  /** the shop of the text; null: the report does not name it */
  readonly shop: ShopId | null;
  /** null: the report does not name the service's own message */
  readonly message: MessageId | null;
  readonly status: ReportedStatus;
  /** the reason of `undelivered` and `failed`; null for other statuses, and when the provider gives none */
  readonly refusal: ProviderRefusal | null;
}

/** The inbox, as the providers' adapters see it. An event can come more than once, and in any order. */
export abstract class ProviderEvents {
  /** Takes a text in. Returns its message, also for a repetition; null: the number belongs to none of the shops. */
  abstract received(text: InboundText): Promise<MessageId | null>;
  /** Notes a report. Returns its message, also for a repetition; null: the service does not know the text. */
  abstract reported(receipt: Receipt): Promise<MessageId | null>;
}

/** An inbound text with the shop that it is for and the number that sent it. */
export interface AddressedText {
  readonly text: InboundText;
  readonly shop: Shop;
  /** E.164; a short code or a name as it came */
  readonly number: E164;
  /** the shop's line; null: the text came to a messaging service */
  readonly line: E164 | null;
  /** the block on the number before this text; null: there was none */
  readonly block: OptOut | null;
}

/** Waits for a text to be stored. Of a text that the provider repeats, the message that was stored first is returned. */
export async function storedOnce(
  messages: Messages,
  { shop, text }: AddressedText,
  stored: Promise<MessageId>,
): Promise<MessageId> {
  try {
    return await stored;
  } catch (error) {
    const first = error instanceof MessageKnown ? await messages.ofProvider(shop.id, text.providerId) : null;
    if (!first) throw error;
    return first.id;
  }
}
