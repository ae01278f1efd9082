import type { CustomerId, InvoiceId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { Currency, Money } from '../shared/money.js';

export const INVOICE_STATUSES = ['draft', 'open', 'partial', 'paid', 'void', 'refunded'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** An invoice of the shop. The API only reads invoices. */
export interface Invoice {
  readonly id: InvoiceId;
  /** the number that the shop sees */
  readonly number: number;
  readonly customerId: CustomerId;
  readonly status: InvoiceStatus;
  /** tax included */
  readonly total: Money;
  /** the amount still owed, 0 once paid in full; null: not known, or nothing is due; read it through `owing` */
  readonly balance: Money | null;
  /** the shop's currency */
  readonly currency: Currency;
  readonly createdAt: Instant;
}

/** The amount owed on an invoice; null if it is not known, and for a draft or void invoice, even if a balance is stored. */
export function owing({ status, balance }: Pick<Invoice, 'status' | 'balance'>): Money | null {
  return status === 'draft' || status === 'void' ? null : balance;
}
