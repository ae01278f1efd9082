import { ValidationError } from '../shared/errors.js';
import type { Money } from '../shared/money.js';
import type { Invoice } from './invoice.js';

const NOTHING = 0 as Money; // a whole number is what the brand stands for

/**
 * What an invoice that comes from elsewhere owes.
 * @param given undefined: nothing is said of it; null: what its status stands for
 * @param before what it owed until now, in the same status, where that has been said
 * @throws ValidationError when one that is paid in full owes something, or any more than its total
 */
export function balanceOf(invoice: Pick<Invoice, 'status' | 'total'>, given: Money | null | undefined, before: Money | null): Money | null {
  const balance = owed(invoice, given ?? null, given === undefined ? before : null);
  if ((given ?? NOTHING) > invoice.total) throw new ValidationError('balance', 'cannot be more than the total');
  if ((balance ?? NOTHING) > invoice.total) throw new ValidationError('total', 'cannot be less than what is still owing');
  return balance;
}

/** What has been said of an invoice's balance; null: nothing, so that it follows from its status and total. */
export function saidBalance({ status, total, balance }: Pick<Invoice, 'status' | 'total' | 'balance'>): Money | null {
  return status === 'open' && balance === total ? null : balance;
}

function owed({ status, total }: Pick<Invoice, 'status' | 'total'>, given: Money | null, before: Money | null): Money | null {
  switch (status) {
    case 'draft':
    case 'void':
      return null;
    case 'paid':
      if (given) throw new ValidationError('balance', 'is 0 once an invoice is paid in full');
      return NOTHING;
    case 'refunded':
      return given ?? before ?? NOTHING;
    case 'open':
      return given ?? before ?? total;
    case 'partial':
      // Nobody knows how much of it has been paid.
      return given ?? before;
  }
}
