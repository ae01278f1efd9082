import type { Customer } from '../../domain/customers/customer.js';
import type { Job } from '../../domain/jobs/job.js';
import { Duplicate } from '../../domain/shared/errors.js';
import type { ConversationId, CustomerId, ShopId } from '../../domain/shared/id.js';
import type { Task } from '../../domain/tasks/task.js';
import type { Vehicle } from '../../domain/vehicles/vehicle.js';
import type { Announced } from '../events/announcer.js';
import type { OffsetSlice, Position } from '../operation/page.js';

export interface CustomerFilter {
  /** null matches nothing */
  readonly email?: string | null;
  readonly phone?: string | null;
}

export interface NamedCustomerFilter extends CustomerFilter {
  /** each word, in any of its spellings, is a part of the name, the e-mail or the phone */
  readonly terms: readonly (readonly string[])[];
  /** a whole tag, whatever its case and accents */
  readonly tag?: string;
  readonly vipOnly: boolean;
}

/** Of each kind that hangs on a customer at most so many are told. */
export const MOST_NESTED = 100;

export interface CustomerDetail {
  readonly customer: Customer;
  /** newest first */
  readonly vehicles: readonly Vehicle[];
  /** neither completed nor canceled, wherever they came from; newest first */
  readonly openJobs: readonly Job[];
  /** as the to-do queue orders them */
  readonly openTasks: readonly Task[];
  /** the most recently active thread */
  readonly conversation: ConversationId | null;
}

/** The customers of a shop. No two have the same e-mail address, nor the same phone. */
export abstract class Customers {
  abstract find(shop: ShopId, id: CustomerId): Promise<Customer | null>;
  /** All from one snapshot. Null: not this shop's. */
  abstract detail(shop: ShopId, id: CustomerId): Promise<CustomerDetail | null>;
  /** Newest first, after `after`. */
  abstract search(shop: ShopId, filter: CustomerFilter, limit: number, after: Position | null): Promise<readonly Customer[]>;
  /** Newest first; page and total come from one snapshot. */
  abstract list(shop: ShopId, filter: NamedCustomerFilter, limit: number, offset: number): Promise<OffsetSlice<Customer>>;
  /** @throws Duplicate when another customer holds the e-mail or the phone, however close the two calls are */
  abstract add(shop: ShopId, decision: Announced<Customer>): Promise<void>;
  /**
   * Stores what `change` decides, with its events; repeats it when somebody else was faster. Null: not this shop's.
   * @throws Duplicate as `add`
   */
  abstract change(shop: ShopId, id: CustomerId, change: (customer: Customer) => Announced<Customer>): Promise<Customer | null>;
}

export function duplicateCustomer(field: 'email' | 'phone', existing: CustomerId): Duplicate {
  return new Duplicate(`this ${field} already belongs to a customer`, existing, `/customers/${existing}`);
}
