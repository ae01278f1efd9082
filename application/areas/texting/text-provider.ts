import { toId, type MessageId, type ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { HandOver, OutboundText } from './hand-over-text.js';
import type { InboundText } from './provider-events.js';

/** The provider that sends and receives the shops' texts. */
export abstract class TextProvider {
  /** true: the provider answers STOP, START and HELP itself, so the service must not */
  abstract readonly answersKeywords: boolean;
  /**
   * Hands a text over, in one try of at most PROVIDER_ANSWER_MS. Every failure is a result and no error, because the caller must
   * decide by it whether a second try could send the text twice.
   */
  abstract handOver(text: OutboundText): Promise<HandOver>;
  /**
   * The texts that people have sent since a moment, oldest first. After an outage of the service this finds the texts that the
   * provider could not deliver to it. Texts of numbers that belong to no shop can be among them. Null: the provider gave no
   * usable answer; ask again later.
   */
  abstract receivedSince(since: Instant): Promise<readonly InboundText[] | null>;
}

export const STATUS_CALLBACK_PATH = '/providers/twilio/status';

/** The text that the address of a status callback names. */
export interface CalledBack {
  readonly shop: ShopId | null;
  readonly message: MessageId | null;
}

/**
 * The address to which the provider reports about one text. It names the text, so that a report finds it even if the provider's
 * answer to the hand-over was lost. The provider signs the address with its report.
 * @param publicUrl without a slash at the end
 */
export function statusCallbackUrl(publicUrl: string, shop: ShopId, message: MessageId): string {
  return `${publicUrl}${STATUS_CALLBACK_PATH}?${new URLSearchParams({ shop, message }).toString()}`;
}

/** Reads the query of a status callback. */
export function calledBack(query: URLSearchParams): CalledBack {
  return { shop: toId<'Shop'>(query.get('shop') ?? ''), message: toId<'Message'>(query.get('message') ?? '') };
}

/** The addresses to which the text provider reports about texts. */
export abstract class StatusCallbacks {
  /** Null: this deployment has no public address, so that no provider can call it. */
  abstract of(shop: ShopId, message: MessageId): string | null;
}
