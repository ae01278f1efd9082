import type { ConversationFilter, ListedThread } from '../../../application/areas/inbox/conversations.js';
import type { ShownContact } from '../../../application/areas/inbox/shown-contact.js';
import type { ChangedRows, ChangesAsked } from '../../../application/kernel/operation/changes-page.js';
import type { OffsetSlice } from '../../../application/kernel/operation/page.js';
import {
  CHANNELS,
  CONVERSATION_STATUSES,
  type Channel,
  type ConversationStatus,
  type ShownThread,
  type ThreadNames,
} from '../../../domain/inbox/conversation.js';
import { leadName } from '../../../domain/leads/lead.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { ChangePages } from '../../storage/lists/change-pages.js';
import { conditionsSql, given, narrowed } from '../../storage/lists/keyset-pages.js';
import { andAll, matchesSql, oneByOneSql } from '../../storage/lists/found-first.js';
import { metadataSql } from '../../storage/lists/metadata-sql.js';
import { countedTotal, OffsetPages, type PageSelects } from '../../storage/lists/offset-pages.js';
import { searchSql } from '../../storage/lists/search-pattern.js';
import type { Parameter } from '../../storage/statement.js';
import { answerPart, BUCKET_PART, bucketOf, conversationTable, readPart, SHOWN_THREAD } from './conversation.entity.js';

/** The threads with one combination of values. They are a range of an index in list order. */
interface Range {
  readonly status: ConversationStatus;
  readonly unread: boolean;
  readonly unanswered: boolean;
  readonly channel: Channel;
}

const BOTH = [true, false];
const ALL: readonly Range[] = rangesWith(CONVERSATION_STATUSES, BOTH, BOTH, CHANNELS);

/** Returns the ranges of a filter by status, read state and channel. `all`: the filter names none of these. */
function rangesOf({ status, channel, unreadOnly, unanswered }: ConversationFilter): readonly Range[] | 'all' {
  const ranges = rangesWith(
    status === undefined ? CONVERSATION_STATUSES : [status],
    unreadOnly ? [true] : BOTH,
    unanswered === undefined ? BOTH : [unanswered],
    channel === undefined ? CHANNELS : [channel],
  );
  return ranges.length === ALL.length ? 'all' : ranges;
}

function rangesWith(
  statuses: readonly ConversationStatus[],
  read: readonly boolean[],
  answered: readonly boolean[],
  channels: readonly Channel[],
): Range[] {
  return statuses.flatMap((status) =>
    read.flatMap((unread) =>
      answered.flatMap((unanswered) => channels.map((channel) => ({ status, unread, unanswered, channel }))),
    ),
  );
}

/** Returns the SQL of the table `r`, which has a row for each range. `IN_RANGE` compares threads with it. */
function rangesSql(wanted: readonly Range[] | 'all', parameter: Parameter): string {
  const ranges = wanted === 'all' ? ALL : wanted;
  const columns = [
    `${parameter(ranges.map(({ status }) => status))}::text[]`,
    `${parameter(ranges.map(({ unread }) => unread))}::boolean[]`,
    `${parameter(ranges.map(({ unanswered }) => unanswered))}::boolean[]`,
    `${parameter(ranges.map(({ channel }) => channel))}::text[]`,
  ];
  return `unnest(${columns.join(', ')}) as r (status, unread, unanswered, channel)`;
}

/** SQL condition: the thread `t` is in the range `r`. */
const IN_RANGE = 't.status = r.status and t.unread = r.unread and t.unanswered = r.unanswered and t.channel = r.channel';

/** Returns the SQL conditions, each after `and`, for the counts `c` of the threads that a filter by these values matches. */
function bucketsSql(filter: ConversationFilter, ranges: readonly Range[] | 'all', parameter: Parameter): string {
  const { status, channel, assignedTo, unreadOnly, unanswered } = filter;
  if (assignedTo !== undefined) {
    const buckets = (ranges === 'all' ? ALL : ranges).map((one) => bucketOf({ ...one, assignedTo }, one.unread, one.unanswered));
    return `and c.bucket = any (${parameter(buckets)})`;
  }
  // The buckets of all owners are added up. A part is compared for each value of the filter: PostgreSQL would compare a list of
  // beginnings one by one with each bucket.
  const wanted = [
    ...given(`${BUCKET_PART.status} = ?`, status),
    ...given(`${BUCKET_PART.read} = ?`, unreadOnly ? readPart(true) : undefined),
    ...given(`${BUCKET_PART.answer} = ?`, unanswered === undefined ? undefined : answerPart(unanswered)),
    ...given(`${BUCKET_PART.channel} = ?`, channel),
  ];
  return wanted.map((one) => `and ${conditionsSql([one], parameter)}`).join(' ');
}

const LAST_ACTIVE_FIRST = 't.last_message_at desc nulls last, t.id desc';

export const NAMED_THREAD = {
  table: conversationTable,
  select: `${SHOWN_THREAD.select}, json_build_object('customer', thread_customer.name,
    'lead', case when thread_lead.id is not null then json_build_object('firstName', thread_lead.first_name,
      'lastName', thread_lead.last_name, 'companyName', thread_lead.company_name) end) as "names"`,
  from: `${SHOWN_THREAD.from}
    left join customers thread_customer on thread_customer.shop_id = t.shop_id and thread_customer.id = t.customer_id
    left join leads thread_lead on thread_lead.shop_id = t.shop_id and thread_lead.id = t.lead_id`,
};

/** The select list of a person: the customer `c`, else the lead `l`, else the number or the address. */
export function contactSelect(number: string, email: string): string {
  return `json_build_object('customer', c.name, 'lead', case when l.id is not null then json_build_object('firstName', l.first_name,
      'lastName', l.last_name, 'companyName', l.company_name) end) as "names",
    coalesce(c.phone, l.phone, ${number}) as "phone", coalesce(c.email, l.email, ${email}) as "email"`;
}

type ContactRow = Omit<ShownContact, 'name'> & { readonly id: string; readonly names: ThreadNames };

/** The contacts by the ids of their threads or calls. */
export function contactsOf(rows: readonly ContactRow[]): ReadonlyMap<string, ShownContact> {
  return new Map(rows.map(({ id, names, phone, email }) => [id, { name: nameOf(names), phone, email }]));
}

function nameOf({ customer, lead }: ThreadNames): string | null {
  return customer ?? (lead && leadName(lead));
}

type NamedThread = ShownThread & { readonly names: ThreadNames };

/** Pages of threads with exact totals, the most recently active first. */
export class ConversationPages {
  private readonly pages: OffsetPages<NamedThread>;
  private readonly changePages: ChangePages<NamedThread>;

  constructor(database: Database) {
    this.changePages = new ChangePages(database, NAMED_THREAD);
    this.pages = new OffsetPages(database, NAMED_THREAD, 'conversations.list');
  }

  async list(shop: ShopId, filter: ConversationFilter, limit: number, offset: number): Promise<OffsetSlice<ListedThread>> {
    const page = await this.pages.list(shop, limit, offset, (parameter) => pageSelects(filter, parameter));
    return { ...page, items: page.items.map(listedThread) };
  }

  async changes(shop: ShopId, filter: ConversationFilter, asked: ChangesAsked): Promise<ChangedRows<ListedThread>> {
    const { changes, end } = await this.changePages.list(shop, asked, [], {
      idsSql: (parameter) => {
        const search = searchSql(filter.terms, parameter);
        return search && threadsSql(search);
      },
      foundBy: (parameter) => [metadataSql(filter.metadata, parameter)],
      furtherSql: (parameter) => andSql(filter, parameter),
    });
    return { changes: changes.map((change) => ({ ...change, record: change.record && listedThread(change.record) })), end };
  }
}

/** @param row as `NAMED_THREAD` selects it */
export function listedThread({ names: { customer, lead }, ...thread }: NamedThread): ListedThread {
  return { ...thread, contactName: customer ?? (lead && leadName(lead)) };
}

function pageSelects(filter: ConversationFilter, parameter: Parameter): PageSelects {
  const search = searchSql(filter.terms, parameter);
  const { customerId, external_id, metadata } = filter;
  const isNarrow = search !== null || [customerId, external_id, metadata].some((few) => few !== undefined);
  return isNarrow ? selectFound(search, filter, parameter) : selectRanges(filter, parameter);
}

/**
 * Selects the threads of one customer, those with an id or a fact of another system, and those that words find. They are found first, and
 * counted and sorted afterwards.
 */
function selectFound(search: string | null, filter: ConversationFilter, parameter: Parameter): PageSelects {
  const rows = search === null ? 'conversations t' : oneByOneSql('conversations t', threadsSql(search));
  const found = andAll([metadataSql(filter.metadata, parameter)]);
  const matching = `from ${rows} where t.shop_id = $1 ${andSql(filter, parameter)} ${found}`;
  return {
    shared: [matchesSql('t.id, t.last_message_at', matching)],
    total: 'select count(*) as n from matches',
    ids: `select t.id from matches t order by ${LAST_ACTIVE_FIRST} limit $2 offset $3`,
  };
}

/**
 * Returns the SQL of the ids of the threads whose own texts, or whose customer's or lead's texts, contain the words. `offset 0` keeps the
 * look-ups of a person's threads apart. Without it, the planner would scan all threads of a shop of the average size.
 */
function threadsSql(search: string): string {
  const ofContact = (table: string, column: string): string =>
    `select v.id from unnest(array(select t.id from ${table} t where t.shop_id = $1 and ${search})) as found (id)
      cross join lateral (select c.id from conversations c where c.shop_id = $1 and c.${column} = found.id offset 0) v`;
  return [
    `select t.id from conversations t where t.shop_id = $1 and ${search}`,
    ofContact('customers', 'customer_id'),
    ofContact('leads', 'lead_id'),
  ].join(' union ');
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

/** The conditions of a filter besides words and metadata, each after `and`. */
function andSql(filter: ConversationFilter, parameter: Parameter): string {
  const { status, channel, customerId, unreadOnly, unanswered, since } = filter;
  const conditions = [
    ...given('t.status = ?', status),
    ...given('t.channel = ?', channel),
    ...given('t.customer_id = ?', customerId),
    ...given('t.last_message_at >= ?', since),
    ...narrowed(filter),
  ];
  return [
    ...(conditions.length > 0 ? [`and ${conditionsSql(conditions, parameter)}`] : []),
    ownerSql(filter, parameter),
    ...(unreadOnly ? ['and t.unread'] : []),
    ...(unanswered === undefined ? [] : [unanswered ? 'and t.unanswered' : 'and not t.unanswered']),
  ].join(' ');
}

function ownerSql({ assignedTo }: ConversationFilter, parameter: Parameter): string {
  if (assignedTo === undefined) return '';
  return assignedTo === null ? 'and t.assigned_to is null' : `and t.assigned_to = ${parameter(assignedTo)}`;
}
