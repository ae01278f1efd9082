import { ValidationError } from '../shared/errors.js';
import { type Money, NO_MONEY } from '../shared/money.js';
import type { Invoice } from './invoice.js';

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
