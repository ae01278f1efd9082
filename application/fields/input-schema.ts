import { fieldsOf, type Field, type FieldsClass } from './field.js';
import type { JsonSchema } from './json-schema.js';

export function inputSchema(input: FieldsClass): JsonSchema {
  return schemaOf(fieldsOf(input));
}

export function schemaOf(fields: readonly Field[]): JsonSchema {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
  };
}
