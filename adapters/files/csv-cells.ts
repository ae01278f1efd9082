import { joinList } from '../../application/kernel/fields/list-field.js';

/** The text of a value as a CSV cell, in the form that an import reads. A list of objects becomes JSON. */
export function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return isListOfTexts(value) ? joinList(value) : JSON.stringify(value);
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
