import type { CustomerId, InvoiceId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { Currency, Money } from '../shared/money.js';

export const INVOICE_STATUSES = ['draft', 'open', 'partial', 'paid', 'void', 'refunded'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** Reported only. */
export interface Invoice {
  readonly id: InvoiceId;
  /** shop-visible */
  readonly number: number;
  readonly customerId: CustomerId;
  readonly status: InvoiceStatus;
  /** tax included */
  readonly total: Money;
  /** still owing, 0 once paid in full; `owing` tells it */
  readonly balance: Money | null;
  /** the shop's */
  readonly currency: Currency;
  readonly createdAt: Instant;
}

/** Nothing is owed yet on a draft, nor any more on a void one, whatever was recorded. */
export function owing({ status, balance }: Pick<Invoice, 'status' | 'balance'>): Money | null {
  return status === 'draft' || status === 'void' ? null : balance;
}
