import { joinList } from '../../application/fields/list-cell.js';

/** The text of a value as a CSV cell, in the form that an import reads. */
export function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return joinList(value.map(String));
  return typeof value === 'string' ? value : JSON.stringify(value);
}
