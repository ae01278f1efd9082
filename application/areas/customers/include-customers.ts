import type { Customer } from '../../../domain/customers/customer.js';
import type { CustomerId, ShopId } from '../../../domain/shared/id.js';
import type { Customers } from './customers.js';

/** A record of a list, with its customer if the call asked for that; null: it has none. */
export interface WithCustomer {
  readonly customer?: Customer | null;
}

/** Returns the records with their customers, which one statement reads, if a call asks for them. */
export async function includeCustomers<T extends { readonly customerId: CustomerId | null }>(
  customers: Customers,
  shop: ShopId,
  records: readonly T[],
  include: readonly string[],
): Promise<readonly (T & WithCustomer)[]> {
  if (!include.includes('customer') || records.length === 0) return records;
  const ids = new Set(records.flatMap(({ customerId }) => customerId ?? []));
  const found = new Map((await customers.findAll(shop, [...ids])).map((customer) => [customer.id, customer]));
  return records.map((record) => ({ ...record, customer: (record.customerId && found.get(record.customerId)) ?? null }));
}
