import type { Parameter } from '../statement.js';

/** Returns conditions on the row `t` that an index of words or of metadata answers. Null is no condition. */
export type FoundBy = (parameter: Parameter) => readonly (string | null)[];

/**
 * Returns the SQL, from `from` on, of the rows `t` that match, with these columns. They are found first, and a page is made of them
 * afterwards. In one step, the planner would scan the rows in list order, because it expects to find enough matches among the first ones.
 * @param matching `from … t where …`
 */
export function foundFirst(columns: string, matching: string): string {
  return `from (with matches as materialized (select ${columns} ${matching}) select * from matches) t`;
}

/** The condition, after `and`, that the row `t` of a table is among those that are found first; '' without conditions. `$1` is the shop. */
export function foundSql(table: string, foundBy: FoundBy): (parameter: Parameter) => string {
  return (parameter) => {
    const found = allOf(foundBy(parameter));
    return found === '' ? '' : `and t.id = any (array(select t.id from ${table} t where t.shop_id = $1 ${found}))`;
  };
}

/** Returns the conditions, each after `and`; '' without any. */
export function allOf(conditions: ReturnType<FoundBy>): string {
  return conditions.flatMap((condition) => (condition === null ? [] : [`and ${condition}`])).join(' ');
}
