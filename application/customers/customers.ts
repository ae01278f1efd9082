import type { Customer } from '../../domain/customers/customer.js';
import { Duplicate } from '../../domain/shared/errors.js';
import type { Decision } from '../../domain/shared/events.js';
import type { CustomerId, ShopId } from '../../domain/shared/id.js';
import type { Position } from '../operation/page.js';

export interface CustomerFilter {
  /** null matches nothing */
  readonly email?: string | null;
  readonly phone?: string | null;
}

/** The customers of a shop. No two have the same e-mail address, nor the same phone. */
export abstract class Customers {
  abstract find(shop: ShopId, id: CustomerId): Promise<Customer | null>;
  /** Newest first, after `after`. */
  abstract list(shop: ShopId, filter: CustomerFilter, limit: number, after: Position | null): Promise<readonly Customer[]>;
  /** @throws Duplicate when another customer holds the e-mail or the phone, however close the two calls are */
  abstract add(shop: ShopId, decision: Decision<Customer>): Promise<void>;
  /**
   * Stores what `change` decides, with its events; repeats it when somebody else was faster. Null: not this shop's.
   * @throws Duplicate as `add`
   */
  abstract change(shop: ShopId, id: CustomerId, change: (customer: Customer) => Decision<Customer>): Promise<Customer | null>;
}

export function duplicateCustomer(field: 'email' | 'phone', existing: CustomerId): Duplicate {
  return new Duplicate(`this ${field} already belongs to a customer`, existing, `/customers/${existing}`);
}
