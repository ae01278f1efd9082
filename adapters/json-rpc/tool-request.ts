import type { Caller } from '../../application/operation/caller.js';
import type { Offer } from './offer.js';

/** Whose request a call came in, what its address offers, and what the log knows that request by. */
export interface ToolRequest {
  readonly caller: Caller;
  readonly offer: Offer;
  readonly requestId: string;
}
