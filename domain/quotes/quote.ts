import type { CustomerId, QuoteId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { Currency, Money } from '../shared/money.js';

export const QUOTE_STATUSES = ['draft', 'sent', 'viewed', 'accepted', 'declined', 'expired'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/** Built in the app, reported here. */
export interface Quote {
  readonly id: QuoteId;
  /** shop-visible */
  readonly number: number;
  readonly customerId: CustomerId;
  readonly status: QuoteStatus;
  /** tax included */
  readonly total: Money;
  /** the shop's */
  readonly currency: Currency;
  readonly createdAt: Instant;
}
