// What an index of words or of metadata finds is found before a page is made of it. In one step, the planner would scan the rows in list
// order, because it expects to find enough matches among the first ones (ADR 69). A list by cursor passes `FoundBy` to `KeysetPages`, a list
// by offset has `matchesSql` among its `shared`, and `amongFoundSql` is a condition for all others.
import type { Parameter } from '../statement.js';

/** Returns the conditions on the row `t` that such an index answers. Null stands for no condition, so it is left out. */
export type FoundBy = (parameter: Parameter) => readonly (string | null)[];

/** Returns the common table expression `matches`, with these columns of the rows `t` that match. @param matching `from … t where …` */
export function matchesSql(columns: string, matching: string): string {
  return `matches as materialized (select ${columns} ${matching})`;
}

/** Returns the condition, after `and`, that the row `t` of a table is among the found ones; '' without conditions. `$1` is the shop. */
export function amongFoundSql(table: string, foundBy: FoundBy): (parameter: Parameter) => string {
  return (parameter) => {
    const found = andAll(foundBy(parameter));
    return found === '' ? '' : `and t.id = any (array(select t.id from ${table} t where t.shop_id = $1 ${found}))`;
  };
}

/** Returns the conditions that are not null, each after `and`; '' without any. */
export function andAll(conditions: ReturnType<FoundBy>): string {
  return conditions.flatMap((condition) => (condition === null ? [] : [`and ${condition}`])).join(' ');
}
