import type { CustomerId, QuoteId } from '../shared/id.js';
import type { Changing } from '../shared/changing.js';
import type { Instant } from '../shared/instant.js';
import type { Currency, Money } from '../shared/money.js';

export const QUOTE_STATUSES = ['draft', 'sent', 'viewed', 'accepted', 'declined', 'expired'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/** A quote of the shop. The shop writes quotes in its app, and the API only reads them. */
export interface Quote extends Changing {
  readonly id: QuoteId;
  /** the number that the shop sees */
  readonly number: number;
  readonly customerId: CustomerId;
  readonly status: QuoteStatus;
  /** tax included */
  readonly total: Money;
  /** the shop's currency */
  readonly currency: Currency;
  readonly createdAt: Instant;
}

export const IMPORTED_QUOTE = { made: { type: 'quote.created' }, edited: { type: 'quote.updated' } } as const;
