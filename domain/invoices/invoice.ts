import { ValidationError } from '../shared/errors.js';
import type { Changing } from '../shared/changing.js';
import type { CustomerId, InvoiceId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import { NO_MONEY, type Currency, type Money } from '../shared/money.js';

export const INVOICE_STATUSES = ['draft', 'open', 'partial', 'paid', 'void', 'refunded'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** An invoice of the shop. The API only reads invoices. */
export interface Invoice extends Changing {
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

/**
 * The balance of an imported invoice.
 * @param given the balance in the import; undefined: the row has no such column; null: the balance follows from the status
 * @param before the stored balance, for a row that has no such column; null: there is none
 * @throws ValidationError when a paid invoice has a balance other than 0, or when a balance is more than the total
 */
export function balanceOf(
  invoice: Pick<Invoice, 'status' | 'total'>,
  given: Money | null | undefined,
  before: Money | null,
): Money | null {
  const balance = owed(invoice, given ?? null, given === undefined ? before : null);
  if ((given ?? NO_MONEY) > invoice.total) throw new ValidationError('balance', 'cannot be more than the total');
  if ((balance ?? NO_MONEY) > invoice.total) throw new ValidationError('total', 'cannot be less than what is still owing');
  return balance;
}

/**
 * The stored balance to keep at the next import. Null for an open invoice that owes its total: the balance follows a new total.
 */
export function saidBalance({ status, total, balance }: Pick<Invoice, 'status' | 'total' | 'balance'>): Money | null {
  return status === 'open' && balance === total ? null : balance;
}

function owed({ status, total }: Pick<Invoice, 'status' | 'total'>, given: Money | null, before: Money | null): Money | null {
  switch (status) {
    case 'draft':
    case 'void':
      return null;
    case 'paid':
      if (given) throw new ValidationError('balance', 'must be 0 on an invoice that is paid in full');
      return NO_MONEY;
    case 'refunded':
      return given ?? before ?? NO_MONEY;
    case 'open':
      return given ?? before ?? total;
    case 'partial':
      // Null if no balance was given: the status alone does not say how much has been paid.
      return given ?? before;
  }
}

export const IMPORTED_INVOICE = { made: { type: 'invoice.created' }, edited: { type: 'invoice.updated' } } as const;
