import { joinList } from '../../application/fields/list-cell.js';

/** A value as the cell that an import reads it from. */
export function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return joinList(value.map(String));
  return typeof value === 'string' ? value : JSON.stringify(value);
}
