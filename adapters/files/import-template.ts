import { stringify } from 'csv-stringify/sync';
import { fieldsOf } from '../../application/kernel/fields/field.js';
import type { JsonSchema } from '../../application/kernel/fields/json-schema.js';
import { joinList } from '../../application/kernel/fields/list-field.js';
import { referencesOf, type AnyKind, type Reference } from '../../application/transfer/import-kind.js';
import type { FileFormat } from './import-file-source.js';

/**
 * A template does not show these columns. A file from another system has no ids of this service, and only --restore uses
 * `origin`.
 */
const NOT_SHOWN: ReadonlySet<string> = new Set(['id', 'origin']);
/** The name of a column is padded to this width, before the column's description. */
const WIDTH = 25;

/**
 * The text of an example file. The file can be imported unchanged, because an import ignores the comments at its beginning.
 * @param all every kind of file
 */
export function importTemplate(kind: AnyKind, format: FileFormat, all: readonly AnyKind[]): string {
  const { name, row, nested, examples } = kind;
  const isFlat = format === 'csv';
  const fields = fieldsOf(row).filter(
    ({ name: column, entry }) => !NOT_SHOWN.has(column) && !(isFlat && (entry !== undefined || column === nested?.column)),
  );
  const columns = fields.map((field) => field.name);
  const comments = [
    `This is an example file for: shop-ops import ${name} FILE --shop ID`,
    'Remove the columns that you do not have, because each column of the file overwrites the stored values.',
    'An empty cell clears the stored value. If the value cannot be empty, the row is refused, the value becomes the default of',
    'a new record, or the value stays as it is (external_id, number, created_at).',
    'Lines that begin with # are ignored if they come before the first row.',
    ...aboutReferences(kind, all),
    ...fields.map(({ name: column, schema }) => `  ${column.padEnd(WIDTH)} ${aboutField(schema)}`.trimEnd()),
    ...(nested && !isFlat ? [`  ${nested.column} A list of rows of the kind ${nested.kind().name}.`] : []),
  ];
  return [...comments.map((line) => `# ${line}\n`), isFlat ? csv(columns, examples) : ndjson(columns, examples)].join('');
}

/** Names the other kinds whose examples must be imported before the examples of this kind. */
function aboutReferences(kind: AnyKind, all: readonly AnyKind[]): string[] {
  const { record, examples, resolve } = kind;
  const occurs = ({ column, external }: Reference): boolean => examples.some((one) => column in one || external in one);
  const named = referencesOf(kind).filter(occurs);
  const isNamed = (one: AnyKind): boolean => named.some(({ to }) => to === one.record);
  const kinds = all.filter((one) => !one.resolve.partOf && (one.record !== record || resolve.partOf) && isNamed(one));
  if (kinds.length === 0) return [];
  const names = kinds.map(({ name }) => name).join(', ');
  return [`These rows refer to rows in the examples of ${names}. Import those examples first.`];
}

function aboutField({ description = '', enum: values }: JsonSchema): string {
  const choice = values ? `One of ${values.filter((value) => value !== null).join(', ')}.` : '';
  return [choice, description].filter((part) => part !== '').join(' ');
}

function csv(columns: readonly string[], examples: AnyKind['examples']): string {
  return stringify([columns, ...examples.map((example) => columns.map((column) => cellOf(example[column])))]);
}

function ndjson(columns: readonly string[], examples: AnyKind['examples']): string {
  return examples
    .map((example) => {
      const entries = columns.flatMap((column) => (example[column] === undefined ? [] : [[column, example[column]]]));
      return `${JSON.stringify(Object.fromEntries(entries))}\n`;
    })
    .join('');
}

/** The text of a value as a CSV cell, in the form that an import reads. A list of objects becomes JSON. */
function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return isListOfTexts(value) ? joinList(value) : JSON.stringify(value);
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
