import {
  EventFeed,
  type FeedFilter,
  type FeedQuery,
  type FeedSlice,
  type NumberedEvent,
} from '../../../application/areas/events/event-feed.js';
import type { EventCatalogue } from '../../../application/kernel/events/event-catalogue.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { conditionsSql, given } from '../../storage/lists/keyset-pages.js';
import { causeSql } from '../../storage/outbox/outbox.entity.js';
import { RememberedStatements, statement, type Parameter } from '../../storage/statement.js';
import { amount, shopKey, table } from '../../storage/tables/table.js';

/** The record that an event is about. The events about a block have no `id`, because a block belongs to a number. */
export const RECORD = `coalesce(t.data ->> 'id', t.data ->> 'customer')`;
const PRUNED = '(select p.number from pruned_events p where p.shop_id = $1)';
const NEWEST = '(select max(o.number) from outbox o where o.shop_id = $1)';
const END = statement('events.end', `select greatest(${PRUNED}, ${NEWEST}, 0) as "end"`);

interface Ends {
  readonly pruned: number | null;
  readonly newest: number | null;
}
/** The columns of an event are null in the only row of an empty page. */
type Row = Ends & (NumberedEvent | { readonly number: null });

export class PostgresEventFeed extends EventFeed {
  private readonly statements = new RememberedStatements('events.list');
  private readonly newest = new RememberedStatements('events.before_newest');

  /**
   * SQL condition: the feed has the kind of the event `t`. The kinds stand in the text. As a parameter, the planner would take
   * them for common kinds, expect hardly any other events, and read and sort the whole feed for each page. The relay numbers these
   * events, too, so that no number depends on the catalogue of a release.
   */
  private readonly isPublic: string;

  constructor(
    private readonly database: Database,
    { apart }: EventCatalogue,
  ) {
    super();
    this.isPublic = `t.type not in (${apart.map((kind) => `'${kind}'`).join(', ')})`;
  }

  override async read(shop: ShopId, { after, limit, ...filter }: FeedQuery): Promise<FeedSlice> {
    const values: unknown[] = [shop];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const conditions = this.conditionsOf(after ?? 0, filter, parameter);
    const page = `select t.number, t.id, t.type, t.created_at as "createdAt", t.shop_id as shop, t.data, ${causeSql('t')} as cause
      from outbox t where t.shop_id = $1 and ${conditions} order by t.number limit ${parameter(limit)}`;
    // One statement reads the page and its ends, so that nothing is pruned and nothing is added between them.
    const text = `select ${PRUNED} as pruned, ${NEWEST} as newest, e.* from (select 1) as one left join (${page}) e on true
      order by e.number`;
    const rows = await this.database.read<Row>(this.statements.of(text), values);
    const [first] = rows;
    return {
      events: rows.flatMap((row) => (row.number === null ? [] : [eventOf(row)])),
      pruned: first?.pruned ?? 0,
      newest: first?.newest ?? 0,
    };
  }

  override async end(shop: ShopId): Promise<number> {
    const [row] = await this.database.read<{ end: number }>(END, [shop]);
    return row?.end ?? 0;
  }

  override async beforeNewest(shop: ShopId, count: number, filter: FeedFilter): Promise<number> {
    const values: unknown[] = [shop];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const conditions = this.conditionsOf(0, filter, parameter);
    const before = `select t.number from outbox t where t.shop_id = $1 and ${conditions}
      order by t.number desc offset ${parameter(count)} limit 1`;
    const text = `select coalesce((${before}), ${PRUNED}, 0) as "end"`;
    const [row] = await this.database.read<{ end: number }>(this.newest.of(text), values);
    return row?.end ?? 0;
  }

  private conditionsOf(after: number, { type, record }: FeedFilter, parameter: Parameter): string {
    const wanted = [...given('t.number > ?', after), ...given('t.type = ?', type), ...given(`${RECORD} = ?`, record)];
    return `${conditionsSql(wanted, parameter)} ${type === undefined || type === 'ping' ? `and ${this.isPublic}` : ''}`;
  }
}

function eventOf({ number, id, type, createdAt, shop, data, cause }: NumberedEvent): NumberedEvent {
  return { number, id, type, createdAt, shop, data, cause };
}

/** For each shop whose events have been pruned: the highest number of a pruned event. */
export const prunedEventsTable = table<{ shopId: string; number: number }>('pruned_events', {
  shopId: shopKey,
  number: amount(),
});
