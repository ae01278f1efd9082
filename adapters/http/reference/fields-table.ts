import type { JsonSchema } from '../../../application/kernel/fields/json-schema.js';
import { nameIn } from './document.js';
import { escaped, inline } from './html.js';

/** A field of an input or of a record. */
export interface ShownField {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  /** where it stands, such as `query`; absent: where all others do */
  readonly place?: string;
}

/** A table of fields, with those of nested objects after the one that holds them. */
export function fieldsTable(fields: readonly ShownField[], isInput: boolean): string {
  const rows = fields.flatMap((field) => [rowOf(field, isInput), ...nestedIn(field).map((inner) => rowOf(inner, isInput))]);
  return `<table class="fields"><tbody>\n${rows.join('\n')}\n</tbody></table>`;
}

export function propertiesOf({ properties = {}, required = [] }: JsonSchema): ShownField[] {
  return Object.entries(properties).map(([name, schema]) => ({ name, schema, required: required.includes(name) }));
}

function nestedIn({ name, schema }: ShownField): ShownField[] {
  const [mark, inner] = schema.items ? ['[]', schema.items] : ['', schema];
  return propertiesOf(inner).flatMap((field) => {
    const nested = { ...field, name: `${name}${mark}.${field.name}` };
    return [nested, ...nestedIn(nested)];
  });
}

function rowOf({ name, required, schema, place }: ShownField, isInput: boolean): string {
  const { description = '', default: otherwise } = schema;
  const notes = [
    ...(isInput && required ? ['<b>required</b>'] : []),
    ...(place === undefined ? [] : [`in the ${place}`]),
    ...(otherwise === undefined ? [] : [`else <code>${escaped(String(otherwise))}</code>`]),
  ];
  const note = notes.length > 0 ? `<small>${notes.join(', ')}</small>` : '';
  return `<tr><th scope="row"><code>${escaped(name)}</code>${note}</th><td><i>${typeIn(schema)}</i> ${inline(description)}</td></tr>`;
}

/** The type of a value in words. */
function typeIn(schema: JsonSchema): string {
  const { $ref, anyOf, type, enum: values, items, format } = schema;
  if ($ref !== undefined) return `<a href="#record-${nameIn($ref)}">${nameIn($ref)}</a>`;
  if (anyOf) return [...new Set(anyOf.map(typeIn))].join(' or ');
  if (values) return values.map((value) => (value === null ? 'null' : `<code>${escaped(String(value))}</code>`)).join(', ');
  const types = [type ?? 'any value'].flat();
  const known = types.filter((one) => one !== 'null');
  const words = known.map((one) => {
    if (one === 'array') return `list of ${items ? typeIn(items) : 'values'}`;
    return one === 'string' ? (format ?? 'text') : one;
  });
  return [...words, ...(types.includes('null') ? ['null'] : [])].join(' or ') + limitsOf(schema);
}

function limitsOf({ minimum, maximum, maxLength, maxItems }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `, from ${minimum}`;
  if (maximum !== undefined) return `, up to ${maximum}`;
  if (maxLength !== undefined) return `, up to ${maxLength} characters`;
  return maxItems === undefined ? '' : `, up to ${maxItems}`;
}
