import type { Instant } from '../../domain/shared/instant.js';
import { fieldsOf, type FieldsClass } from './field.js';
import type { JsonSchema } from './json-schema.js';

/** The JSON form of a record. The field decorators give the schema of this form, and `of` turns a record into this form. */
export interface View<Record> extends FieldsClass {
  of(record: Record, now: Instant): object;
}

/** The schema of a view. All fields are required, because an answer always has all of them. */
export function viewSchema(view: FieldsClass): JsonSchema {
  return closedObject(Object.fromEntries(fieldsOf(view).map(({ name, schema }) => [name, schema])));
}

export function closedObject(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
