import type { Instant } from '../../../domain/shared/instant.js';
import type { HandOver, OutboundText } from './hand-over.js';
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
