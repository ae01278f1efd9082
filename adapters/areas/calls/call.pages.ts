import type { CallFilter } from '../../../application/areas/calls/calls.js';
import type { OffsetSlice } from '../../../application/kernel/operation/page.js';
import type { ShownCall } from '../../../domain/calls/call.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { conditionsSql, given, type Condition } from '../../storage/lists/keyset-pages.js';
import { OffsetPages, type PageSelects } from '../../storage/lists/offset-pages.js';
import type { Parameter } from '../../storage/statement.js';
import { IN_RANGE, rangesOf, rangesSql } from './call-ranges.pages.js';
import { totalSql } from './call-totals.pages.js';
import { SHOWN_CALL } from './call.kind.js';

const NEWEST_FIRST = 't.started_at desc, t.id desc';

/** Pages of the phone log with exact totals, the newest call first. */
export class CallPages {
  private readonly pages: OffsetPages<ShownCall>;

  constructor(database: Database) {
    this.pages = new OffsetPages(database, SHOWN_CALL, 'calls.list');
  }

  list(shop: ShopId, filter: CallFilter, limit: number, offset: number): Promise<OffsetSlice<ShownCall>> {
    return this.pages.list(shop, limit, offset, (parameter) => pageSelects(filter, parameter));
  }
}

function pageSelects(filter: CallFilter, parameter: Parameter): PageSelects {
  if (filter.customerId !== undefined) return selectFew(filter, parameter);
  if (filter.status === undefined && filter.direction === undefined) return selectAll(filter, parameter);
  return selectRanges(filter, parameter);
}

/** Selects the calls of one customer. They are few, so they are counted directly. */
function selectFew(filter: CallFilter, parameter: Parameter): PageSelects {
  const wanted = [
    ...given('t.customer_id = ?', filter.customerId),
    ...given('t.direction = ?', filter.direction),
    ...given('t.status = ?', filter.status),
    ...windowOf(filter),
  ];
  const matching = `from calls t where ${matchingSql(wanted, parameter)}`;
  return {
    total: `select count(*) as n ${matching}`,
    ids: `select t.id ${matching} order by ${NEWEST_FIRST} limit $2 offset $3`,
  };
}

/** Selects the calls with any status and direction. One index has all of them in list order. */
function selectAll(filter: CallFilter, parameter: Parameter): PageSelects {
  const count = (part: string): string => `select count(*) from calls t where t.shop_id = $1 and ${part}`;
  return {
    total: totalSql(filter, rangesOf(filter), parameter, count),
    ids: `select t.id from calls t where ${matchingSql(windowOf(filter), parameter)} order by ${NEWEST_FIRST} limit $2 offset $3`,
  };
}

/**
 * Selects the calls with a status, with a direction, or with both. The calls of each such pair are a range of an index in list
 * order, and the page is merged from the ranges that match. So a page costs the same in a shop with any number of calls.
 */
function selectRanges(filter: CallFilter, parameter: Parameter): PageSelects {
  const ranges = rangesOf(filter);
  const wanted = rangesSql(ranges, parameter);
  const count = (part: string): string => `select coalesce(sum(s.n), 0) from ${wanted} cross join lateral (
      select count(*) as n from calls t where t.shop_id = $1 and ${IN_RANGE} and ${part}
    ) s`;
  const page = `select t.id, t.started_at from calls t where ${matchingSql(windowOf(filter), parameter)} and ${IN_RANGE}
    order by ${NEWEST_FIRST} limit $2::bigint + $3::bigint`;
  return {
    total: totalSql(filter, ranges, parameter, count),
    ids: `select t.id from ${wanted} cross join lateral (${page}) t order by ${NEWEST_FIRST} limit $2 offset $3`,
  };
}

function windowOf({ since, until }: CallFilter): Condition[] {
  return [...given('t.started_at >= ?', since), ...given('t.started_at < ?', until)];
}

function matchingSql(wanted: readonly Condition[], parameter: Parameter): string {
  return ['t.shop_id = $1', ...(wanted.length > 0 ? [conditionsSql(wanted, parameter)] : [])].join(' and ');
}
