import type { Customer } from '../../../domain/customers/customer.js';
import type { Job } from '../../../domain/jobs/job.js';
import { Duplicate } from '../../../domain/shared/errors.js';
import type { ConversationId, CustomerId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Task } from '../../../domain/tasks/task.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import type { Vehicle } from '../../../domain/vehicles/vehicle.js';
import type { Announced } from '../../kernel/events/announcer.js';
import { extendable } from '../../kernel/fields/extra-field.js';
import type { ChangedRows, ChangesAsked } from '../../kernel/operation/changes-page.js';
import type { AnnotationFilter, Narrowing, OffsetSlice, Position } from '../../kernel/operation/page.js';
import type { RecordType } from '../../transfer/import-kind.js';

export interface CustomerFilter extends Narrowing, AnnotationFilter {
  /** null in `email` or `phone` matches no customer */
  readonly email?: string | null;
  readonly phone?: string | null;
}

export interface SearchedCustomerFilter extends CustomerFilter {
  /** as in `NamedCustomerFilter` */
  readonly terms: readonly (readonly string[])[];
}

export interface NamedCustomerFilter extends Omit<CustomerFilter, keyof Narrowing | keyof AnnotationFilter> {
  /** the words to find, each with its spellings; every word must be a part of the name, the e-mail or the phone */
  readonly terms: readonly (readonly string[])[];
  /** a whole tag; case and accents do not matter */
  readonly tag?: string;
  readonly vip?: boolean;
  /** words with their spellings, which must all be in the texts of one vehicle */
  readonly vehicle: readonly (readonly string[])[];
  readonly textingBlocked?: boolean;
  /** the consent at that time */
  readonly marketingConsent?: { readonly is: boolean; readonly at: Instant };
}

/** A customer in a list, with what decides whether campaigns may be sent. */
export interface ListedCustomer {
  readonly customer: Customer;
  /** the row of the customer's phone, also a lifted one; null: the phone was never blocked */
  readonly optOut: OptOut | null;
}

/** The largest number of records of each kind in the detail of a customer. */
export const MOST_NESTED = 100;

export interface CustomerDetail {
  readonly customer: Customer;
  /** newest first */
  readonly vehicles: readonly Vehicle[];
  /** jobs that are neither completed nor canceled, imported ones included; newest first */
  readonly openJobs: readonly Job[];
  /** in the order of the to-do queue */
  readonly openTasks: readonly Task[];
  /** the most recently active thread; null: the customer has no thread */
  readonly conversation: ConversationId | null;
  /** the row of the customer's phone, also a lifted one; null: the phone was never blocked */
  readonly optOut: OptOut | null;
}

/** Another customer has the e-mail or the phone. */
export class CustomerKnown extends Error {
  constructor(
    readonly field: 'email' | 'phone',
    readonly id: CustomerId,
  ) {
    super(`another customer has this ${field}`);
  }
}

/** The customers of a shop. No two customers have the same e-mail address or the same phone. */
export abstract class Customers {
  abstract find(shop: ShopId, id: CustomerId): Promise<Customer | null>;
  abstract findByExternalId(shop: ShopId, externalId: string): Promise<Customer | null>;
  /** The customer and the records of its detail, from one snapshot. Null: this shop has no such customer. */
  abstract detail(shop: ShopId, id: CustomerId): Promise<CustomerDetail | null>;
  /** The matching customers, newest first, beginning after the position `after`. */
  abstract search(
    shop: ShopId,
    filter: SearchedCustomerFilter,
    limit: number,
    after: Position | null,
  ): Promise<readonly Customer[]>;
  /** The matching customers in the order of their changes. */
  abstract changes(shop: ShopId, filter: SearchedCustomerFilter, asked: ChangesAsked): Promise<ChangedRows<Customer>>;
  /** The customers with these ids, in any order. Unknown ids are left out. */
  abstract findAll(shop: ShopId, ids: readonly CustomerId[]): Promise<readonly Customer[]>;
  /** One page of the matching customers, newest first. Page and total come from one snapshot. */
  abstract list(shop: ShopId, filter: NamedCustomerFilter, limit: number, offset: number): Promise<OffsetSlice<ListedCustomer>>;
  /**
   * @throws CustomerKnown when another customer has the e-mail or the phone, Duplicate when one has the external id, even if two
   * calls come at the same time
   */
  abstract add(shop: ShopId, decision: Announced<Customer>): Promise<Customer>;
  /** Null: another call has made a customer with its external id meanwhile. An open unit of work goes on. Otherwise like `add`. */
  abstract addUnlessTaken(shop: ShopId, decision: Announced<Customer>): Promise<Customer | null>;
  /**
   * Stores the result of `change` and its events. After a concurrent write `change` is called again. Null: the shop has no such
   * customer.
   * @throws CustomerKnown, Duplicate in the same cases as `add`
   */
  abstract change(shop: ShopId, id: CustomerId, change: (customer: Customer) => Announced<Customer>): Promise<Customer | null>;
}

export function customerHas(field: 'email' | 'phone'): string {
  return `this ${field} already belongs to a customer`;
}

function duplicateCustomer(field: 'email' | 'phone', existing: CustomerId): Duplicate {
  return new Duplicate(customerHas(field), existing, `/customers/${existing}`);
}

/** Waits for a customer to be stored. @throws Duplicate when another customer has the e-mail or the phone */
export async function refusingDuplicates<T>(stored: Promise<T>): Promise<T> {
  try {
    return await stored;
  } catch (error) {
    throw error instanceof CustomerKnown ? duplicateCustomer(error.field, error.id) : error;
  }
}

export const CUSTOMERS: RecordType = { name: 'customers', noun: 'customer' };
export const customerRecord = extendable(CUSTOMERS);
