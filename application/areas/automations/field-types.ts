import type { JsonSchema } from '../../kernel/fields/json-schema.js';

/** The type of a field of an event's data, as far as a rule can use it. */
export type FieldType =
  | { readonly is: 'text'; readonly values: readonly string[] | null }
  | { readonly is: 'time' | 'number' | 'boolean' | 'record' | 'records' }
  | { readonly is: 'list'; readonly of: FieldType };

/** The type of the field at a dotted path; null: the data has no such field. */
export function typeAt(data: JsonSchema, path: string): FieldType | null {
  let schema: JsonSchema | undefined = data;
  for (const name of path.split('.')) {
    schema = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (!schema) return null;
  }
  return typeOf(schema);
}

/** The paths of all fields, except the old values: `previous` has the same fields again. */
export function pathsIn({ properties = {} }: JsonSchema, prefix = ''): readonly string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (prefix === '' && name === 'previous') return ['previous.*'];
    return schema.properties ? pathsIn(schema, `${prefix}${name}.`) : [prefix + name];
  });
}

function typeOf({ type, format, enum: values, items, properties, anyOf }: JsonSchema): FieldType {
  const [known] = [type].flat().filter((one) => one !== 'null');
  if (properties ?? anyOf) return { is: 'record' };
  switch (known) {
    case 'integer':
    case 'number':
      return { is: 'number' };
    case 'boolean':
      return { is: 'boolean' };
    case 'array':
      return items && !items.properties ? { is: 'list', of: typeOf(items) } : { is: 'records' };
    case 'object':
      return { is: 'record' };
    default:
      if (format === 'date-time') return { is: 'time' };
      return { is: 'text', values: values?.filter((one) => typeof one === 'string') ?? null };
  }
}
