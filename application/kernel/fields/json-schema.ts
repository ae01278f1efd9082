import { fieldsOf, type Field, type FieldsClass } from './field.js';

/** The part of JSON Schema 2020-12 (the dialect of OpenAPI 3.1 and of MCP) that the API uses. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number | null)[];
  readonly default?: string | number | boolean;
  readonly examples?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly $ref?: string;
}

export function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: values, ...rest } = schema;
  if (type === undefined) return { anyOf: [schema, { type: 'null' }] };
  return { ...rest, type: [type, 'null'].flat(), ...(values ? { enum: [...values, null] } : {}) };
}

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
