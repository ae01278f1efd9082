import { fieldsOf, Invalid, type FieldsClass, type ReadContext } from './field.js';
import { present, type Presence, type Reader } from './presence.js';
import { inputSchema } from './schemas.js';

/** A list of objects, each with the fields of a class. What is wrong is told with the place of its entry, counted from 1. */
export function ListOf(entry: FieldsClass, options: Presence & { readonly min?: number; readonly max: number }): PropertyDecorator {
  const { min = 0, max } = options;
  const schema = { type: 'array', ...(min > 0 && { minItems: min }), maxItems: max, items: inputSchema(entry) };
  const read: Reader = (raw, context) => {
    if (!Array.isArray(raw) || raw.length < min || raw.length > max) {
      return new Invalid(`must be a list of ${min > 0 ? `${min} to` : 'at most'} ${max} entries`);
    }
    const entries = raw.map((one: unknown, index) => readEntry(entry, one, context, index + 1));
    return entries.find((one) => one instanceof Invalid) ?? entries;
  };
  return present(schema, options, read, { entry });
}

/** An absent field is no property of the entry; a field that it does not know is passed over. */
function readEntry(entry: FieldsClass, raw: unknown, context: ReadContext, place: number): object {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return new Invalid(`entry ${place} must be an object`);
  const given = raw as Readonly<Record<string, unknown>>; // an object that came as JSON
  const values: Record<string, unknown> = {};
  for (const field of fieldsOf(entry)) {
    const { name } = field;
    const value = field.read(Object.hasOwn(given, name) ? given[name] : undefined, context, given);
    if (value instanceof Invalid) return new Invalid(`entry ${place}: ${name}: ${value.problem}`);
    if (value !== undefined) values[name] = value;
  }
  return values;
}
