import type { ConversationFilter } from '../../../application/areas/conversations/conversations.js';
import type { OffsetSlice } from '../../../application/kernel/operation/page.js';
import type { ShownThread } from '../../../domain/conversations/conversation.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { conditionsSql, given } from '../../storage/lists/keyset-pages.js';
import { countedTotal, OffsetPages, type PageSelects } from '../../storage/lists/offset-pages.js';
import { searchSql } from '../../storage/lists/search-pattern.js';
import type { Parameter } from '../../storage/statement.js';
import { bucketsSql, IN_RANGE, rangesOf, rangesSql } from './conversation-ranges.pages.js';
import { SHOWN_THREAD } from './conversation.kind.js';

const LAST_ACTIVE_FIRST = 't.last_message_at desc nulls last, t.id desc';

/** Pages of threads with exact totals, the most recently active first. */
export class ConversationPages {
  private readonly pages: OffsetPages<ShownThread>;

  constructor(database: Database) {
    this.pages = new OffsetPages(database, SHOWN_THREAD, 'conversations.list');
  }

  list(shop: ShopId, filter: ConversationFilter, limit: number, offset: number): Promise<OffsetSlice<ShownThread>> {
    return this.pages.list(shop, limit, offset, (parameter) => pageSelects(filter, parameter));
  }
}

function pageSelects(filter: ConversationFilter, parameter: Parameter): PageSelects {
  const search = searchSql(filter.terms, parameter);
  if (search !== null) return selectFound(search, filter, parameter);
  if (filter.customerId !== undefined) return selectFew(filter, parameter);
  return selectRanges(filter, parameter);
}

/** Selects the threads of one customer. They are few, so they are counted and sorted directly. */
function selectFew(filter: ConversationFilter, parameter: Parameter): PageSelects {
  const matching = `from conversations t where t.shop_id = $1 ${andSql(filter, parameter)}`;
  return {
    total: `select count(*) as n ${matching}`,
    ids: `select t.id ${matching} order by ${LAST_ACTIVE_FIRST} limit $2 offset $3`,
  };
}

/**
 * Selects the threads whose own texts, or whose customer's or lead's texts, contain the words. The matches are found first and
 * sorted afterwards. In one step, the planner would scan the threads in list order.
 */
function selectFound(search: string, filter: ConversationFilter, parameter: Parameter): PageSelects {
  const ofContact = (table: string, column: string): string =>
    `select c.id from conversations c
      where c.shop_id = $1 and c.${column} = any (array(select t.id from ${table} t where t.shop_id = $1 and ${search}))`;
  const found = [
    `select t.id from conversations t where t.shop_id = $1 and ${search}`,
    ofContact('customers', 'customer_id'),
    ofContact('leads', 'lead_id'),
  ].join(' union ');
  const matching = `select t.id, t.last_message_at from conversations t
    where t.shop_id = $1 and t.id = any (array(${found})) ${andSql(filter, parameter)}`;
  return {
    shared: [`matches as materialized (${matching})`],
    total: 'select count(*) as n from matches',
    ids: `select t.id from matches t order by ${LAST_ACTIVE_FIRST} limit $2 offset $3`,
  };
}

/**
 * Selects threads by any combination of status, channel, owner and read state. The threads of each combination of these values
 * are a range of an index in list order, and the page is merged from the ranges that match. So a page costs the same in a shop
 * with any number of threads. The total comes from the stored counts; with `since`, the matching threads are counted.
 */
function selectRanges(filter: ConversationFilter, parameter: Parameter): PageSelects {
  const owner = ownerSql(filter, parameter);
  const since = conditionsSql(given('t.last_message_at >= ?', filter.since), parameter);
  const also = `${owner} ${since && `and ${since}`}`;
  const ranges = rangesOf(filter);
  if (ranges === 'all' && owner === '') {
    const all = `from conversations t where t.shop_id = $1 ${also}`;
    const total = since ? `select count(*) as n ${all}` : countedTotal('conversations');
    return { total, ids: `select t.id ${all} order by ${LAST_ACTIVE_FIRST} limit $2 offset $3` };
  }
  const wanted = rangesSql(ranges, parameter);
  const one = `from conversations t where t.shop_id = $1 and ${IN_RANGE} ${also}`;
  const page = `select t.id, t.last_message_at ${one} order by ${LAST_ACTIVE_FIRST} limit $2::bigint + $3::bigint`;
  return {
    total: since
      ? `select coalesce(sum(c.n), 0)::bigint as n from ${wanted} cross join lateral (select count(*) as n ${one}) c`
      : countedTotal('conversations', bucketsSql(filter, ranges, parameter)),
    ids: `select t.id from ${wanted} cross join lateral (${page}) t order by ${LAST_ACTIVE_FIRST} limit $2 offset $3`,
  };
}

/** The conditions of a filter besides its words, each after `and`. */
function andSql(filter: ConversationFilter, parameter: Parameter): string {
  const { status, channel, customerId, unreadOnly, unansweredOnly, since } = filter;
  const conditions = [
    ...given('t.status = ?', status),
    ...given('t.channel = ?', channel),
    ...given('t.customer_id = ?', customerId),
    ...given('t.last_message_at >= ?', since),
  ];
  return [
    ...(conditions.length > 0 ? [`and ${conditionsSql(conditions, parameter)}`] : []),
    ownerSql(filter, parameter),
    ...(unreadOnly ? ['and t.unread'] : []),
    ...(unansweredOnly ? ['and t.unanswered'] : []),
  ].join(' ');
}

function ownerSql({ assignedTo }: ConversationFilter, parameter: Parameter): string {
  if (assignedTo === undefined) return '';
  return assignedTo === null ? 'and t.assigned_to is null' : `and t.assigned_to = ${parameter(assignedTo)}`;
}
