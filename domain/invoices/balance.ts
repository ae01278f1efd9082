import { ValidationError } from '../shared/errors.js';
import type { Money } from '../shared/money.js';
import type { Invoice } from './invoice.js';

const NOTHING = 0 as Money; // a whole number is what the brand stands for

/**
 * What an invoice that comes from elsewhere owes.
 * @param given undefined: nothing is said of it
 * @param before what it owed until now, in the same status
 * @throws ValidationError when one that is paid in full owes something
 */
export function balanceOf({ status, total }: Pick<Invoice, 'status' | 'total'>, given: Money | null | undefined, before: Money | null): Money | null {
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
    case 'partial':
      if (given !== undefined) return given;
      // Nothing has been paid of an open one; of a partial one nobody knows how much.
      return before ?? (status === 'open' ? total : null);
  }
}
