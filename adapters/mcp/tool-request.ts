import type { Caller } from '../../application/kernel/operation/operation.js';
import type { Offer } from './offer.js';

/** The caller of a tool, the tools at its address, and the request's id for the log. */
export interface ToolRequest {
  readonly caller: Caller;
  readonly offer: Offer;
  readonly requestId: string;
  /**
   * Called before the tool is carried out.
   * @throws ShopError when the request's time is over, or when too little of it is left for a tool that writes
   */
  readonly begin: (changes: boolean) => void;
}
