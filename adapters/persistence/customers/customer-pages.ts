import type { NamedCustomerFilter } from '../../../application/customers/customers.js';
import type { OffsetSlice } from '../../../application/operation/page.js';
import type { Customer } from '../../../domain/customers/customer.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../database.js';
import { countedTotal, OffsetPages, placed } from '../offset-pages.js';
import type { Parameter } from '../remembered-statements.js';
import type { RecordKind } from '../record-kind.js';
import { searchPattern } from '../search-pattern.js';

/** Customers by offset, newest first, with exact totals: all of them from the counts, some by what they match. */
export class CustomerListPages {
  private readonly pages: OffsetPages<Customer>;

  constructor(database: Database, kind: RecordKind<Customer>) {
    this.pages = new OffsetPages(database, kind);
  }

  list(shop: ShopId, filter: NamedCustomerFilter, limit: number, offset: number): Promise<OffsetSlice<Customer>> {
    return this.pages.list(shop, limit, offset, (parameter) => {
      const conditions = conditionsOf(filter, parameter);
      return conditions === '' ? ALL : matching(conditions);
    });
  }
}

const ALL = `total as (${countedTotal('customers')}), page as (
    ${placed('select t.id from customers t where t.shop_id = $1 order by t.created_at desc, t.id desc limit $2 offset $3')}
  )`;

/** Found first and sorted then: for the sake of the order the planner would else walk all customers, hoping for early matches. */
function matching(conditions: string): string {
  return `matches as materialized (
      select t.id, t.created_at from customers t where t.shop_id = $1 ${conditions}
    ), total as (
      select count(*) as n from matches
    ), page as (
      ${placed('select m.id from matches m order by m.created_at desc, m.id desc limit $2 offset $3')}
    )`;
}

/** A filter that is null matches nothing, as `=` does with null. */
function conditionsOf({ terms, email, phone }: NamedCustomerFilter, parameter: Parameter): string {
  const patterns = terms.map(searchPattern).filter((pattern) => pattern !== null);
  return [
    ...(patterns.length > 0 ? [`and t.search_text like any (${parameter(patterns)}::text[])`] : []),
    ...(email === undefined ? [] : [`and t.email = ${parameter(email)}`]),
    ...(phone === undefined ? [] : [`and t.phone = ${parameter(phone)}`]),
  ].join(' ');
}
