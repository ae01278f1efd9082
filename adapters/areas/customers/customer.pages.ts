import type { ListedCustomer, NamedCustomerFilter } from '../../../application/areas/customers/customers.js';
import type { OffsetSlice } from '../../../application/kernel/operation/page.js';
import { CONSENT_MONTHS, type Customer } from '../../../domain/customers/customer.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { foldForSearch } from '../../../domain/shared/search.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import type { Database } from '../../storage/database.js';
import { countedTotal, OffsetPages, type PageSelects } from '../../storage/lists/offset-pages.js';
import { matchesSql } from '../../storage/lists/found-first.js';
import { codeSearchSql, searchSql } from '../../storage/lists/search-pattern.js';
import type { RecordKind } from '../../storage/records/record-kind.js';
import type { Parameter } from '../../storage/statement.js';
import { isBlocked, optOutIn, optOutOf } from '../texting/opt-out.entity.js';
import { VIP } from './customer.entity.js';

type Row = Customer & { readonly optOuts: readonly OptOut[] };

/**
 * Pages of customers by offset, newest first, with exact totals. The total of all customers and the total of the VIPs come from
 * the stored counts. For any other filter, the matching customers are counted.
 */
export class CustomerListPages {
  private readonly pages: OffsetPages<Row>;

  constructor(database: Database, kind: RecordKind<Customer>) {
    const select = `${kind.select}, ${optOutOf('t.phone')} as "optOuts"`;
    this.pages = new OffsetPages(database, { select, from: kind.from }, 'customers.list');
  }

  async list(shop: ShopId, filter: NamedCustomerFilter, limit: number, offset: number): Promise<OffsetSlice<ListedCustomer>> {
    const page = await this.pages.list(shop, limit, offset, (parameter) => pageSelects(filter, parameter));
    return { ...page, items: page.items.map((row) => ({ customer: row, optOut: optOutIn(row.optOuts) })) };
  }
}

function pageSelects(filter: NamedCustomerFilter, parameter: Parameter): PageSelects {
  const conditions = conditionsOf(filter, parameter);
  const vip = filter.vip === undefined ? [] : [filter.vip ? 't.is_vip' : 'not t.is_vip'];
  return conditions.length === 0 ? selectCounted(filter.vip) : selectMatching([...conditions, ...vip].join(' and '));
}

function selectCounted(isVip: boolean | undefined): PageSelects {
  const bucket = isVip === undefined ? '' : `and c.bucket ${isVip ? '=' : '<>'} '${VIP}'`;
  const vip = isVip === undefined ? '' : `and ${isVip ? '' : 'not '}t.is_vip`;
  const ids = `select t.id from customers t where t.shop_id = $1 ${vip} order by t.created_at desc, t.id desc limit $2 offset $3`;
  return { total: countedTotal('customers', bucket), ids };
}

/** Finds the matching customers first, and counts and sorts them afterwards. */
function selectMatching(conditions: string): PageSelects {
  return {
    shared: [matchesSql('t.id, t.created_at', `from customers t where t.shop_id = $1 and ${conditions}`)],
    total: 'select count(*) as n from matches',
    ids: 'select m.id from matches m order by m.created_at desc, m.id desc limit $2 offset $3',
  };
}

/**
 * Returns the SQL conditions of the given filters. An e-mail or phone that is null matches no customer, because in SQL `=` with
 * null is never true.
 */
function conditionsOf(filter: NamedCustomerFilter, parameter: Parameter): string[] {
  const { terms, email, phone, tag, vehicle, textingBlocked, marketingConsent } = filter;
  const [search, ofVehicle] = [searchSql(terms, parameter), codeSearchSql(vehicle, parameter)];
  return [
    ...(search === null ? [] : [search]),
    ...(ofVehicle === null
      ? []
      : [`t.id = any (array(select t.customer_id from vehicles t where t.shop_id = $1 and ${ofVehicle}))`]),
    ...(textingBlocked === undefined ? [] : [textingBlocked ? isBlocked('t.phone') : `not ${isBlocked('t.phone')}`]),
    ...(marketingConsent === undefined
      ? []
      : [`${marketingConsent.is ? '' : 'not '}${consents(parameter(marketingConsent.at))}`]),
    ...(email === undefined ? [] : [`t.email = ${parameter(email)}`]),
    ...(phone === undefined ? [] : [`t.phone = ${parameter(phone)}`]),
    // The condition `<>` lets the planner use the index, which contains only customers with tags.
    ...(tag === undefined ? [] : [`t.tag_keys <> '{}' and t.tag_keys @> array[${parameter(foldForSearch(tag))}]::text[]`]),
  ];
}

/** SQL condition, never null: campaigns may be sent to the customer `t` at a time, by the rules of `hasMarketingConsent`. */
function consents(now: string): string {
  const sources = Object.entries(CONSENT_MONTHS).filter(([, months]) => months > 0);
  const given = sources.map(([source, months]) =>
    months === Infinity
      ? `t.consent_source = '${source}'`
      : `t.consent_source = '${source}' and coalesce(
          (t.consent_captured_at at time zone 'UTC' + interval '${months} months') at time zone 'UTC' > ${now}::timestamptz, false)`,
  );
  return `((${given.join(' or ')}) and not exists (select from opt_outs o where o.shop_id = $1 and o.number = t.phone
    and (o.lifted_at is null or coalesce(o.consent_ended_at >= coalesce(t.consent_captured_at, o.consent_ended_at), false))))`;
}
