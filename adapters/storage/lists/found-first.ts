// The planner expects to find enough matches among the first rows of a list, so it would scan the list in its order. These functions make a
// statement find the matching rows first, by an index of words or of metadata (ADR 69). A list by cursor gives `FoundBy` to
// `KeysetPages`. A list by offset has `matchesSql` among its `shared`. All others have `amongFoundSql` among their conditions.
import type { Parameter } from '../statement.js';

/** The conditions on the row `t` that such an index answers. Null stands for no condition, so it is left out. */
export type FoundConditions = readonly (string | null)[];
export type FoundBy = (parameter: Parameter) => FoundConditions;

/** Returns the common table expression `matches`, with these columns of the rows `t` that match. @param matching `from … t where …` */
export function matchesSql(columns: string, matching: string): string {
  return `matches as materialized (select ${columns} ${matching})`;
}

/** Returns the condition, after `and`, that the row `t` of a table is among the found ones; '' without conditions. `$1` is the shop. */
export function amongFoundSql(table: string, conditions: FoundConditions): string {
  const found = andAll(conditions);
  return found === '' ? '' : `and t.id = any (array(select t.id from ${table} t where t.shop_id = $1 ${found}))`;
}

/** Returns the conditions that are not null, each after `and`; '' without any. */
export function andAll(conditions: FoundConditions): string {
  return conditions.flatMap((condition) => (condition === null ? [] : [`and ${condition}`])).join(' ');
}
