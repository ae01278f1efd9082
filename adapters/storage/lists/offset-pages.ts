import type { OffsetSlice } from '../../../application/kernel/operation/page.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../database.js';
import type { RecordKind } from '../records/record-kind.js';
import { RememberedStatements, type Parameter } from '../statement.js';

/** The currency of the shop `$1`. This subquery runs once in a statement; a join would look the currency up for every row. */
export const SHOP_CURRENCY = '(select s.currency from shops s where s.id = $1) as "currency"';

/** The selects that make a page by offset. */
export interface PageSelects {
  /** common table expressions for both selects, each `name as (…)` */
  readonly shared?: readonly string[];
  /** selects `n`, the exact number of matching records */
  readonly total: string;
  /** selects the ids of the page in their order */
  readonly ids: string;
}

/**
 * Pages by offset with exact totals, each read by one statement and so from one snapshot. The statement selects the ids of the
 * page first, then their rows. Values: `$1` shop, `$2` limit, `$3` offset, then the values of the page's filters.
 */
export class OffsetPages<T extends { readonly id: string }> {
  private readonly statements: RememberedStatements;

  /** @param name the name of the list's statements */
  constructor(
    private readonly database: Database,
    private readonly kind: Pick<RecordKind<T>, 'select' | 'from'>,
    name: string,
  ) {
    this.statements = new RememberedStatements(name);
  }

  async list(shop: ShopId, limit: number, offset: number, page: (parameter: Parameter) => PageSelects): Promise<OffsetSlice<T>> {
    const values: unknown[] = [shop, limit, offset];
    const text = pageSql(
      page((value) => `$${values.push(value)}`),
      this.kind,
    );
    const rows = await this.database.read<T & { readonly matches: number }>(this.statements.of(text), values);
    // A page without records still has one row with the total. Each item keeps its `matches`, because copying all items without
    // it costs more than reading them.
    const items = rows.filter(({ id }) => (id as string | null) !== null);
    return { items, total: rows[0]?.matches ?? 0, offset };
  }
}

/**
 * Returns the SQL for the exact total of a list, from the stored counts.
 * @param buckets SQL `and …` with a condition on `c.bucket`: only these counts are added up
 */
export function countedTotal(list: string, buckets = ''): string {
  return `select coalesce(sum(c.n), 0)::bigint as n from record_counts c where c.shop_id = $1 and c.list = '${list}' ${buckets}`;
}

/**
 * Returns the SQL for the ids of a page from several ranges. An index has each range in the list's order, so the ranges are
 * merged while they are read. Rows after the page are neither read nor sorted.
 * @param ranges `from … t where …`
 * @param order columns of `t`, with their direction
 */
export function mergedIds(ranges: readonly string[], order: readonly string[]): string {
  const columns = [...new Set(['t.id', ...order.map((key) => key.split(' ', 1)[0])])].join(', ');
  const ordered = `order by ${order.join(', ')}`;
  const arms = ranges.map((range) => `(select ${columns} ${range} ${ordered} limit $2::bigint + $3::bigint)`);
  return `select t.id from (${arms.join(' union all ')}) t ${ordered} limit $2 offset $3`;
}

/**
 * Returns the statement that reads one page. The ids go through an array: the planner does not know the limit, but it expects few
 * elements in an array, so it looks up the row of each id. `limit 1` keeps each look-up apart. Without it, in a database whose shops
 * are small on average, the planner would join all rows of the shop first, and a busy shop would wait a second for its page.
 */
function pageSql({ shared = [], total, ids }: PageSelects, { select, from }: Pick<RecordKind<never>, 'select' | 'from'>): string {
  const page = `select p.id, p.place from unnest(array(${ids})) with ordinality as p (id, place)`;
  return `with ${[...shared, `total as (${total})`, `page as (${page})`].join(', ')}
    select total.n as matches, record.*
    from total left join page on true
      left join lateral (select ${select} from ${from} where t.shop_id = $1 and t.id = page.id limit 1) record on true
    order by page.place`;
}
