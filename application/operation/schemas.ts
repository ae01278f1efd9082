import { fieldsOf, type Field, type FieldsClass } from './field.js';
import type { Surface } from './gates.js';
import type { JsonSchema } from './json-schema.js';
import { givenFields, type Operation } from './operation.js';

export const IDEMPOTENCY_KEY: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'Your own name for this one write. A retry with the same key and arguments within 24 hours is not a second write.',
};

/** The properties of a list's entries. */
export function inputSchema(input: FieldsClass): JsonSchema {
  return schemaOf(fieldsOf(input));
}

/** The properties of a body. */
export function bodySchema(operation: Operation, surface: Surface): JsonSchema {
  const schema = schemaOf(givenFields(operation, surface));
  const { atLeastOne = false, exactlyOne = false } = operation;
  return atLeastOne || exactlyOne ? { ...schema, minProperties: (schema.required?.length ?? 0) + 1 } : schema;
}

function schemaOf(fields: readonly Field[]): JsonSchema {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
  };
}

/** A tool's arguments: what it does not know is refused, so that a model learns at once. */
export function toolInputSchema({ input, scope }: Pick<Operation, 'input' | 'scope'>): JsonSchema {
  const schema = inputSchema(input);
  const named = Object.entries(schema.properties ?? {}).map(([name, property]) => [name, withClosedEntries(property)] as const);
  const properties = { ...Object.fromEntries(named), ...(scope === 'full' && { idempotency_key: IDEMPOTENCY_KEY }) };
  return { ...schema, properties, additionalProperties: false };
}

function withClosedEntries(schema: JsonSchema): JsonSchema {
  return schema.items?.properties ? { ...schema, items: { ...schema.items, additionalProperties: false } } : schema;
}
