import { createHash } from 'node:crypto';
import type { JsonSchema } from '../../../application/kernel/fields/json-schema.js';

const INSTANT = '2026-03-02T14:30:00.000Z';

/**
 * A plausible value: the schema's own example or default, or a value that is made from its type.
 * @param name the name of the property; empty: the record itself
 * @param owner the kind of record that the property belongs to, so that `customer_id` gets the same value as a customer's `id`
 */
export function exampleOf(schema: JsonSchema, name: string, owner: string): unknown {
  const { examples, anyOf, properties, enum: values } = schema;
  if (examples && examples.length > 0) return examples[0];
  if (schema.default !== undefined) return schema.default;
  if (anyOf?.[0]) return exampleOf(anyOf[0], name, owner);
  if (properties) {
    const inside = name === '' ? owner : name;
    return Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, exampleOf(part, key, inside)]));
  }
  const types = [schema.type].flat();
  if (types.includes('null')) return null;
  if (values) return values[0];
  return byType(types[0], schema, name, owner);
}

function byType(type: string | undefined, schema: JsonSchema, name: string, owner: string): unknown {
  switch (type) {
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'array':
      return listOf(schema, name, owner);
    case 'string':
      return textFor(schema, name, owner);
    default:
      return {};
  }
}

/** A list of texts is empty, unless it must have an entry. */
function listOf({ items, minItems = 0 }: JsonSchema, name: string, owner: string): unknown[] {
  const isTelling = items && (minItems > 0 || items.properties);
  return isTelling ? [exampleOf(items, name.replace(/s$/, ''), owner)] : [];
}

function textFor({ format, maxLength = 80 }: JsonSchema, name: string, owner: string): string {
  if (format === 'uuid') return idOf(name === 'id' ? owner : name.replace(/_id$/, ''));
  if (format === 'date-time') return INSTANT;
  if (format === 'email') return 'dana@example.com';
  return name.replaceAll('_', ' ').slice(0, maxLength);
}

/** Returns an id in the form of a UUIDv7. The same word always gives the same id. */
function idOf(word: string): string {
  const hex = createHash('sha256').update(word.toLowerCase()).digest('hex');
  return `0199a3c4-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`;
}
