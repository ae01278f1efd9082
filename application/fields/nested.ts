import { field, type FieldsClass } from './field.js';
import { nullable, type JsonSchema } from './json-schema.js';
import { viewSchema } from './view.js';

/** A view inside a view. */
export function Nested(view: FieldsClass, options: { readonly nullable?: boolean } = {}): PropertyDecorator {
  const schema = viewSchema(view);
  return shown(options.nullable ? nullable(schema) : schema, view);
}

/** A list of views inside a view. */
export function NestedList(view: FieldsClass, options: { readonly description?: string } = {}): PropertyDecorator {
  return shown({ type: 'array', items: viewSchema(view), ...options }, view);
}

/** A list of texts inside a view. */
export function TextList(options: { readonly nullable?: boolean; readonly description?: string } = {}): PropertyDecorator {
  const { nullable: orNull = false, ...described } = options;
  const schema: JsonSchema = { type: 'array', items: { type: 'string' } };
  return shown({ ...(orNull ? nullable(schema) : schema), ...described });
}

/** An object inside a view whose properties the schema does not describe. */
export function Document(options: { readonly description?: string } = {}): PropertyDecorator {
  return shown({ type: 'object', ...options });
}

function shown(schema: JsonSchema, entry?: FieldsClass): PropertyDecorator {
  return field({ schema, entry, required: true, place: 'input', read: (raw) => raw });
}
