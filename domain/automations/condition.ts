import { parseInstant } from '../shared/instant.js';

/** The data of an event, or of the appointment that a rule comes before, as the API shows it. */
export type EventData = object;

/**
 * The value at a dotted path such as `customer.name` or `previous.status`. Undefined: the data has no such field.
 * The path leads through the own properties of objects; it does not lead into lists.
 */
export function valueAt(data: EventData, path: string): unknown {
  let value: unknown = data;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name]; // safe: an object that has this property
  }
  return value;
}

/** Tells whether there is anything in a field: absent, null, a blank text and an empty list are nothing. */
export function isFilled(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'string') return value.trim() !== '';
  return !Array.isArray(value) || value.length > 0;
}

export const COMPARISONS = ['eq', 'ne', 'in', 'lt', 'gt', 'contains', 'exists'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Tells whether a text is a time on the wall, such as `18:00`. */
export function isTimeOfDay(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** A value that a field is compared with. */
export type Operand = string | number | boolean;

/** One condition over the data of an event. */
export interface Condition {
  /** a dotted path into the data, such as `status` or `previous.status` */
  readonly field: string;
  readonly is: Comparison;
  /** a list with `in`, true or false with `exists`, otherwise one value */
  readonly value: Operand | readonly Operand[];
}

/** Tells whether every condition holds. A rule without conditions always runs. */
export function holds(conditions: readonly Condition[], data: EventData): boolean {
  return conditions.every((condition) => holdsOne(condition, data));
}

function holdsOne({ field, is, value }: Condition, data: EventData): boolean {
  const found = valueAt(data, field);
  switch (is) {
    case 'eq':
      return equal(found, value);
    case 'ne':
      return !equal(found, value);
    case 'in':
      return Array.isArray(value) && value.some((one) => equal(found, one));
    case 'lt':
      return order(found, value) < 0;
    case 'gt':
      return order(found, value) > 0;
    case 'contains':
      return contains(found, value);
    case 'exists':
      return isFilled(found) === value;
  }
}

/** Types are strict: `"10"` is not 10. Texts are compared exactly, and two times as instants, however they are written. */
function equal(found: unknown, value: unknown): boolean {
  return found === value || order(found, value) === 0;
}

/** Negative, 0 or positive for two numbers or two times. NaN for values without an order: no comparison with it holds. */
function order(found: unknown, value: unknown): number {
  const [one, other] = [placeOf(found), placeOf(value)];
  if (one === null || other === null || typeof one !== typeof other) return NaN;
  return one === other ? 0 : one < other ? -1 : 1;
}

function placeOf(value: unknown): number | string | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? (isTimeOfDay(value) ? value : parseInstant(value)) : null;
}

/** A text contains a part in any case of letters. A list contains a value that equals an entry. */
function contains(found: unknown, value: unknown): boolean {
  if (Array.isArray(found)) return found.some((one) => equal(one, value));
  if (typeof found !== 'string' || typeof value !== 'string') return false;
  return folded(found).includes(folded(value));
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
