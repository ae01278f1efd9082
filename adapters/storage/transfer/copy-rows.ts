import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { columnOf, givenProperties, quoted, type Table } from '../tables/table.js';

/** Rows are sent in chunks of about this many characters. Larger chunks need more memory, smaller ones need more writes. */
const CHUNK = 64 * 1024;

type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;
/** Takes the property of a column. Returns a function that reads this column's value from a row. */
type Getter<Row> = (property: string) => (row: Row) => unknown;
const own: Getter<object> = (property) => (row) => (row as Readonly<Record<string, unknown>>)[property];

/**
 * Writes rows in bulk, as fast as the server takes them and in constant memory. For every column but those that are not given in
 * bulk, `getter` must find a value or null in a row. Other properties of the row are ignored. When the rows or the server
 * fail, no row is stored.
 * @returns the number of rows
 */
export async function copyRows<Row extends object>(
  client: ClientBase,
  table: Table,
  rows: Rows<Row>,
  getter: Getter<Row> = own,
): Promise<number> {
  const { from: copyFrom } = await import('pg-copy-streams'); // requests do not copy
  const columns = copiedColumns(table)
    .map(([, column]) => quoted(column))
    .join(', ');
  const copy = client.query(copyFrom(`copy ${table.name} (${columns}) from stdin`));
  const line = lineOf(table, getter);
  // The rows are joined into chunks, because waiting after every row would cost more than writing it.
  await pipeline(Readable.from(chunks(line, rows)), copy);
  return copy.rowCount;
}

type Line<Row> = (row: Row) => string;

async function* chunks<Row>(line: Line<Row>, rows: Rows<Row>): AsyncGenerator<string> {
  let chunk = '';
  for await (const row of rows) {
    chunk += line(row);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/**
 * Returns a function that writes a row as a line of COPY. It uses one array for all rows, because a new array for each row would
 * cost time.
 */
function lineOf<Row>(table: Table, getter: Getter<Row>): Line<Row> {
  const cells = cellsOf(table, getter);
  const texts = new Array<string>(cells.length);
  return (row) => {
    cells.forEach((cell, index) => {
      texts[index] = cell(row);
    });
    return `${texts.join('\t')}\n`;
  };
}

function copiedColumns(table: Table): (readonly [property: string, column: string])[] {
  return givenProperties(table).map((property) => [property, columnOf(table, property)]);
}

function cellsOf<Row>(table: Table, getter: Getter<Row>): Line<Row>[] {
  const { documents, name, schema } = table;
  const declared = new Map(Object.entries(schema.options.columns));
  return copiedColumns(table).map(([property]): Line<Row> => {
    const get = getter(property);
    const options = declared.get(property);
    const write = options?.array ? arrayLiteral : documents.has(property) ? JSON.stringify : String;
    return (row) => {
      const value = get(row);
      if (value === undefined) throw new Error(`a row for table ${name} has no ${property}`);
      return value === null ? '\\N' : escaped(write(value));
    };
  });
}

/** Writes a text array as PostgreSQL reads it, with every element in double quotes. */
function arrayLiteral(value: unknown): string {
  if (!Array.isArray(value)) throw new Error('a column of arrays takes arrays');
  return `{${value.map((element) => `"${String(element).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Escapes a text for COPY: the characters that would end a cell or a row, and the backslash. */
function escaped(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign);
}
