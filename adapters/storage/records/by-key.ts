// The planner takes each shop for one of the average size. Where that is small, it would rather read all of a shop than look up a few records
// by their keys, and so in a shop of any size (ADR 69). `limit 1` keeps each look-up apart. `$1` is the shop.
import { conditionOf, type RecordKind } from './record-kind.js';

/**
 * Returns the statement that reads the records with these ids in their order. The ids go through an array: the planner expects few
 * elements in an array.
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

/** The ids of `recordsSql` in a parameter. */
export const GIVEN_IDS = 'select unnest($2::uuid[])';
