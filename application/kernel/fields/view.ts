import type { Instant } from '../../../domain/shared/instant.js';
import { UUID_SCHEMA } from './field-ids.js';
import { field, fieldsOf, type FieldsClass } from './field.js';
import { nullable, type JsonSchema } from './json-schema.js';

/** The JSON form of a record. The field decorators give the schema of this form, and `of` turns a record into this form. */
export interface View<Record> extends FieldsClass {
  /** @param publicUrl the public address of the service, without a slash at its end; null: this deployment has none */
  of(record: Record, now: Instant, publicUrl: string | null): object;
}

/** The schema of a view. All fields are required, because an answer always has all of them, but those that `include` asks for. */
export function viewSchema(view: FieldsClass): JsonSchema {
  const fields = fieldsOf(view);
  const always = fields.flatMap(({ name, included }) => (included ? [] : [name]));
  return { ...closedObject(Object.fromEntries(fields.map(({ name, schema }) => [name, schema]))), required: always };
}

export function closedObject(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** The schema of a record in an event. An import stores its events apart from its records, so there the store sets nothing. */
export function announcedSchema(view: FieldsClass): JsonSchema {
  const announced = fieldsOf(view).map(({ name, schema, ofStored }) => [name, ofStored ? nullable(schema) : schema] as const);
  return closedObject(Object.fromEntries(announced));
}

/** The time of a record's last change. */
export function UpdatedAt(): PropertyDecorator {
  const description = 'The last change of the record’s own fields.';
  const schema: JsonSchema = { type: 'string', format: 'date-time', description, examples: ['2026-03-02T14:30:00.000Z'] };
  return field({ schema, required: true, place: 'input', read: (raw) => raw, ofStored: true });
}

/** A view inside a view. */
export function Nested(
  view: FieldsClass,
  options: { readonly nullable?: boolean; readonly description?: string } = {},
): PropertyDecorator {
  const { nullable: orNull = false, ...described } = options;
  const schema = viewSchema(view);
  return shown({ ...(orNull ? nullable(schema) : schema), ...described }, view);
}

/** A view inside a view that only a call with its name in `include` gets. Null: the record has none. */
export function Included(view: FieldsClass, { description }: { readonly description: string }): PropertyDecorator {
  const schema = { ...nullable(viewSchema(view)), description: `${description} Only with \`include\`.` };
  return field({ schema, entry: view, required: false, included: true, place: 'input', read: (raw) => raw });
}

/** A list of views inside a view. */
export function NestedList(view: FieldsClass, options: { readonly description?: string } = {}): PropertyDecorator {
  return shown({ type: 'array', items: viewSchema(view), ...options }, view);
}

/** A list of texts inside a view. */
export function TextList(
  options: { readonly nullable?: boolean; readonly description?: string; readonly fromOutside?: boolean } = {},
): PropertyDecorator {
  const { nullable: orNull = false, fromOutside = false, ...described } = options;
  const schema: JsonSchema = { type: 'array', items: { type: 'string' } };
  return shown({ ...(orNull ? nullable(schema) : schema), ...described }, undefined, fromOutside);
}

/** A list of ids inside a view. */
export function UuidList(options: { readonly description?: string } = {}): PropertyDecorator {
  return shown({ type: 'array', items: UUID_SCHEMA, ...options });
}

/** An object inside a view whose properties the schema does not describe. */
export function Document(options: { readonly description?: string } = {}): PropertyDecorator {
  return shown({ type: 'object', ...options });
}

function shown(schema: JsonSchema, entry?: FieldsClass, fromOutside = false): PropertyDecorator {
  return field({ schema, entry, fromOutside, required: true, place: 'input', read: (raw) => raw });
}
