import { Invalid, readFields, type FieldsClass, type ReadContext, type Values } from './field.js';
import { present, type Presence, type Reader } from './presence.js';
import { inputSchema } from './input-schema.js';

/** A list of objects, each with the fields of a class. The error message names the position of the wrong entry, from 1. */
export function ListOf(
  entry: FieldsClass,
  options: Presence & { readonly min?: number; readonly max: number },
): PropertyDecorator {
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

/** Reads one entry. Properties that the entry class does not declare are ignored. */
function readEntry(entry: FieldsClass, raw: unknown, context: ReadContext, place: number): object {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return new Invalid(`entry ${place} must be an object`);
  const values = {};
  const [wrong] = readFields(entry, raw as Values, context, values); // safe: an object from JSON
  return wrong ? new Invalid(`entry ${place}: ${wrong.field}: ${wrong.problem}`) : values;
}
