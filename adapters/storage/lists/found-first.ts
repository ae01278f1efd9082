// The planner expects to find enough matches among the first rows of a list, so it would scan the list in its order. These functions make a
// statement find the matching rows first, by an index of words or of metadata, or by their ids (ADR 69). `KeysetPages` and `ChangePages` are
// given `FoundBy` and ids. A list by offset selects from `matchesSql` itself.
import type { Parameter } from '../statement.js';

/** The conditions on the row `t` that such an index answers. Null stands for no condition, so it is left out. */
export type FoundConditions = readonly (string | null)[];
export type FoundBy = (parameter: Parameter) => FoundConditions;

/** Returns the common table expression `matches`, with these columns of the rows `t` that match. @param matching `from … t where …` */
export function matchesSql(columns: string, matching: string): string {
  return `matches as materialized (select ${columns} ${matching})`;
}

/** Returns the conditions that are not null, each after `and`; '' without any. */
export function andAll(conditions: FoundConditions): string {
  return conditions.flatMap((condition) => (condition === null ? [] : [`and ${condition}`])).join(' ');
}

/**
 * Returns the SQL, after `from`, of the rows `t` with these ids; without ids, of all rows.
 * @param from `tasks t`, and the tables that are joined to it
 */
export function rowsSql(from: string, ids: readonly string[] | undefined, parameter: Parameter): string {
  return ids === undefined ? from : oneByOneSql(from, `select distinct unnest(${parameter(ids)}::uuid[])`);
}

/** Returns the SQL, after `from`, of the rows `t` whose ids are selected, each looked up by its key. @param ids SQL that selects each id once */
export function oneByOneSql(from: string, ids: string): string {
  return `unnest(array(${ids})) as wanted (id)
    cross join lateral (select t.* from ${from} where t.shop_id = $1 and t.id = wanted.id limit 1) t`;
}
