import type { NamedCustomerFilter } from '../../../application/areas/customers/customers.js';
import type { OffsetSlice } from '../../../application/kernel/operation/page.js';
import type { Customer } from '../../../domain/customers/customer.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { foldForSearch } from '../../../domain/shared/search.js';
import type { Database } from '../../storage/database.js';
import { countedTotal, OffsetPages, type PageSelects } from '../../storage/lists/offset-pages.js';
import { searchSql } from '../../storage/lists/search-pattern.js';
import type { RecordKind } from '../../storage/records/record-kind.js';
import type { Parameter } from '../../storage/statement.js';
import { VIP } from './customer.entity.js';

/**
 * Pages of customers by offset, newest first, with exact totals. The total of all customers and the total of the VIPs come from
 * the stored counts. For any other filter, the matching customers are counted.
 */
export class CustomerListPages {
  private readonly pages: OffsetPages<Customer>;

  constructor(database: Database, kind: RecordKind<Customer>) {
    this.pages = new OffsetPages(database, kind, 'customers.list');
  }

  list(shop: ShopId, filter: NamedCustomerFilter, limit: number, offset: number): Promise<OffsetSlice<Customer>> {
    return this.pages.list(shop, limit, offset, (parameter) => pageSelects(filter, parameter));
  }
}

function pageSelects(filter: NamedCustomerFilter, parameter: Parameter): PageSelects {
  const conditions = conditionsOf(filter, parameter);
  if (conditions.length === 0) return selectCounted(filter.vipOnly);
  return selectMatching([...conditions, ...(filter.vipOnly ? ['t.is_vip'] : [])].join(' and '));
}

function selectCounted(vipOnly: boolean): PageSelects {
  const [bucket, vip] = vipOnly ? [`and c.bucket = '${VIP}'`, 'and t.is_vip'] : ['', ''];
  const ids = `select t.id from customers t where t.shop_id = $1 ${vip} order by t.created_at desc, t.id desc limit $2 offset $3`;
  return { total: countedTotal('customers', bucket), ids };
}

/**
 * Finds the matching customers first and sorts them afterwards. In one step, the planner would scan the customers in list order,
 * because it expects to find enough matches among the first ones.
 */
function selectMatching(conditions: string): PageSelects {
  return {
    shared: [`matches as materialized (select t.id, t.created_at from customers t where t.shop_id = $1 and ${conditions})`],
    total: 'select count(*) as n from matches',
    ids: 'select m.id from matches m order by m.created_at desc, m.id desc limit $2 offset $3',
  };
}

/**
 * Returns the SQL conditions of the given filters. An e-mail or phone that is null matches no customer, because in SQL `=` with
 * null is never true.
 */
function conditionsOf({ terms, email, phone, tag }: NamedCustomerFilter, parameter: Parameter): string[] {
  const search = searchSql(terms, parameter);
  return [
    ...(search === null ? [] : [search]),
    ...(email === undefined ? [] : [`t.email = ${parameter(email)}`]),
    ...(phone === undefined ? [] : [`t.phone = ${parameter(phone)}`]),
    // The condition `<>` lets the planner use the index, which contains only customers with tags.
    ...(tag === undefined ? [] : [`t.tag_keys <> '{}' and t.tag_keys @> array[${parameter(foldForSearch(tag))}]::text[]`]),
  ];
}
