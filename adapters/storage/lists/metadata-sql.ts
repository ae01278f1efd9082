import type { Metadata } from '../../../domain/shared/annotated.js';
import type { Parameter } from '../statement.js';

/**
 * Returns the SQL condition that the row `t` has these facts, for which there is an index; use it as `found-first.ts` says. Null: there are
 * none to look for.
 */
export function metadataSql(metadata: Metadata | undefined, parameter: Parameter): string | null {
  if (metadata === undefined) return null;
  // The condition `<>` lets the planner use the index, which contains only rows with metadata.
  return `t.metadata <> '{}' and t.metadata @> ${parameter(JSON.stringify(metadata))}::jsonb`;
}
