// The planner takes each shop for one of the average size. Where that is small, it would rather read all records of a shop than look up a few
// by their keys, and it would do so in a large shop, too (ADR 69). `limit 1` keeps each look-up apart. `$1` is the shop.
import { conditionOf, type RecordKind } from './record-kind.js';

/**
 * Returns the statement that reads the records with these ids in their order. The ids go through an array: the planner expects few
 * elements in an array, so it looks each of them up. An id that comes twice is returned twice.
 * @param ids SQL that selects them
 * @param shared a common table expression that the ids are selected from
 */
export function recordsSql(ids: string, kind: Pick<RecordKind<never>, 'select' | 'from' | 'where'>, shared?: string): string {
  const record = `select ${kind.select} from ${kind.from} where t.shop_id = $1 and t.id = page.id ${conditionOf(kind)} limit 1`;
  return `with ${shared === undefined ? '' : `${shared}, `}page as (select p.id, p.place from unnest(array(${ids})) with ordinality as p (id, place))
    select record.* from page
      cross join lateral (${record}) record
    order by page.place`;
}

/** The ids of `recordsSql`, if they are the parameter `$2`. */
export const GIVEN_IDS = 'select unnest($2::uuid[])';
