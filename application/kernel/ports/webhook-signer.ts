import type { Instant } from '../../../domain/shared/instant.js';

/** A delivery that is to be signed. */
export interface SignedContent {
  /** `whsec_` and 24 to 64 bytes in base64, one secret or more; each of them signs */
  readonly secrets: readonly [string, ...string[]];
  /** the event's id */
  readonly id: string;
  /** the time of the try; receivers refuse a time that is minutes away from theirs */
  readonly at: Instant;
  /** exactly the text that is sent */
  readonly body: string;
}

/** The headers of the Standard Webhooks specification. The timestamp is in seconds; signatures are `v1,…`, separated by blanks. */
export interface WebhookHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

export abstract class WebhookSigner {
  abstract sign(content: SignedContent): WebhookHeaders;
}
