import type { OffsetSlice } from '../../../application/operation/page.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../connection/database.js';
import type { RecordKind } from '../records/record-kind.js';
import { RememberedStatements, type Parameter } from '../connection/remembered-statements.js';

/**
 * Pages by offset with exact totals, each from one statement and so from one snapshot. The ids of a page come from an index
 * first, the rows after. Values: `$1` shop, `$2` limit, `$3` offset, then what the page asks for.
 */
export class OffsetPages<T extends { readonly id: string }> {
  private readonly statements = new RememberedStatements();

  constructor(
    private readonly database: Database,
    private readonly kind: Pick<RecordKind<T>, 'select' | 'from'>,
  ) {}

  /** @param page common table expressions: one is `total` (`n`), the last is `page` (`id`, `place`), as `placed` makes it */
  async list(shop: ShopId, limit: number, offset: number, page: (parameter: Parameter) => string): Promise<OffsetSlice<T>> {
    const values: unknown[] = [shop, limit, offset];
    const text = withRows(page((value) => `$${values.push(value)}`), this.kind);
    const rows = await this.database.read<T & { readonly total: number }>(this.statements.of(text), values);
    // Where no record is on the page one row still brings the total. Each row keeps it: to copy them all costs more than to read them.
    const items = rows.filter(({ id }) => (id as string | null) !== null);
    return { items, total: rows[0]?.total ?? 0, offset };
  }
}

/**
 * The `page` of ids that come in their order. As an array they are few to the planner, too, which does not know the limit:
 * it looks each row up.
 */
export function placed(ids: string): string {
  return `select p.id, p.place from unnest(array(${ids})) with ordinality as p (id, place)`;
}

/**
 * The exact number of a list's records, from the counts that are kept of them.
 * @param buckets `and …` on `c.bucket`: those of the counts that are wanted
 */
export function countedTotal(list: string, buckets = ''): string {
  return `select coalesce(sum(c.n), 0)::bigint as n from record_counts c where c.shop_id = $1 and c.list = '${list}' ${buckets}`;
}

/**
 * The ids of a page from several ranges, each of which an index has in the list's order: they are merged as they are read,
 * so that what lies beyond the page is neither read nor sorted.
 * @param ranges `from … t where …`
 * @param order columns of `t`, with their direction
 */
export function mergedIds(ranges: readonly string[], order: readonly string[]): string {
  const columns = [...new Set(['t.id', ...order.map((key) => key.split(' ', 1)[0])])].join(', ');
  const ordered = `order by ${order.join(', ')}`;
  const arms = ranges.map((range) => `(select ${columns} ${range} ${ordered} limit $2::bigint + $3::bigint)`);
  return `select t.id from (${arms.join(' union all ')}) t ${ordered} limit $2 offset $3`;
}

function withRows(ctes: string, { select, from }: Pick<RecordKind<never>, 'select' | 'from'>): string {
  return `with ${ctes}
    select total.n as total, record.*
    from total left join page on true
      left join lateral (select ${select} from ${from} where t.shop_id = $1 and t.id = page.id) record on true
    order by page.place`;
}
