import type { Metadata } from '../../../domain/shared/annotated.js';
import type { Parameter } from '../statement.js';

/**
 * Returns the SQL condition, after `and`, that the row `t` of a table has these facts; '' without facts. The matches are found
 * first: in one step, the planner would scan the rows in list order. `$1` is the shop.
 */
export function metadataSql(table: string, metadata: Metadata | undefined, parameter: Parameter): string {
  if (metadata === undefined) return '';
  // The condition `<>` lets the planner use the index, which contains only rows with metadata.
  const has = `t.metadata <> '{}' and t.metadata @> ${parameter(JSON.stringify(metadata))}::jsonb`;
  return `and t.id = any (array(select t.id from ${table} t where t.shop_id = $1 and ${has}))`;
}
