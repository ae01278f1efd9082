import type { MessageStatus } from '../../../domain/messages/message-status.js';
import type { MessageId, ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';

/** The sender of a text: a line of the shop, or its messaging service at the provider, which then chooses the line. */
export type ProviderSender = { readonly line: E164 } | { readonly messagingService: string };

/** A text that the service hands to its provider. */
export interface OutboundText {
  readonly shop: ShopId;
  readonly message: MessageId;
  readonly from: ProviderSender;
  /** E.164, or the text that an import brought as a number */
  readonly to: string;
  readonly body: string;
  /** the address to which the provider reports about this text; null: it reports to no address */
  readonly statusCallback: string | null;
}

/**
 * The status that the provider reports for a text. `sent`: the provider has taken the text, and is sending it or has sent it. The
 * service has no finer word for that: `queued` and `sending` say that a text was not handed over yet.
 */
export type ReportedStatus = Extract<MessageStatus, 'sent' | 'delivered' | 'undelivered' | 'failed'>;

/** The reason why a text was not delivered. */
export interface ProviderRefusal {
  /** the provider's code, such as `21211`; `http_404` when the provider gave only an HTTP status */
  readonly code: string;
  /** one plain sentence for people */
  readonly sentence: string;
  /** true: the recipient stands on the provider's own opt-out list */
  readonly optedOut: boolean;
}

/** The refusal as the `error` of a message. */
export function problemOf({ code, sentence }: ProviderRefusal): string {
  return `${code}: ${sentence}`;
}

/**
 * The result of handing a text over.
 * `accepted`: the provider has the text. `segments` is null until the provider has counted them.
 * `refused`: the provider read the text and will not send it. Another try has the same result.
 * `not_sent`: the provider certainly has nothing of the text, so another try is safe. `retryAfterMs` is the pause that the
 * provider asks for; null: it names none.
 * `unknown`: the text may have reached the provider, so another try could send it twice. Only a receipt settles it.
 * Reasons are for the log, and contain neither numbers nor bodies.
 */
export type HandOver =
  | {
      readonly outcome: 'accepted';
      readonly providerId: string;
      readonly status: ReportedStatus;
      readonly segments: number | null;
    }
  | ({ readonly outcome: 'refused' } & ProviderRefusal)
  | { readonly outcome: 'not_sent'; readonly retryAfterMs: number | null; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

/**
 * The milliseconds that a provider has for its complete answer. A stop of the service waits 5 s for hand-overs in flight, so each
 * must end before.
 */
export const PROVIDER_ANSWER_MS = 4_000;
