import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { quoted, type Table } from './table.js';

/** Rows are sent in pieces of about that many characters: few enough writes, and never much in memory. */
const PIECE = 64 * 1024;

/**
 * Rows in bulk, as fast as the server takes them and in constant memory. A row has a value, or null, for every column of
 * the table; what else it has is passed over. When the rows or the server fail nothing of them is stored.
 * @returns how many rows there were
 */
export async function copyRows(
  client: ClientBase,
  table: Table,
  rows: Iterable<object> | AsyncIterable<object>,
): Promise<number> {
  const columns = [...table.columns.values()].map(quoted).join(', ');
  const copy = client.query(copyFrom(`copy ${table.name} (${columns}) from stdin`));
  await pipeline(Readable.from(pieces(table, rows)), copy);
  return copy.rowCount;
}

async function* pieces(table: Table, rows: Iterable<object> | AsyncIterable<object>): AsyncGenerator<string> {
  const cells = cellsOf(table);
  let piece = '';
  for await (const row of rows) {
    piece += `${cells.map((cell) => cell(row)).join('\t')}\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

type Cell = (row: object) => string;

function cellsOf({ name, schema, columns }: Table): Cell[] {
  const declared = new Map(Object.entries(schema.options.columns));
  return [...columns.keys()].map((property): Cell => {
    const options = declared.get(property);
    const write = options?.array ? arrayLiteral : options?.type === 'jsonb' ? JSON.stringify : String;
    return (row) => {
      const value = (row as Readonly<Record<string, unknown>>)[property];
      if (value === undefined) throw new Error(`a row for table ${name} has no ${property}`);
      return value === null ? '\\N' : escaped(write(value));
    };
  });
}

/** As PostgreSQL reads an array of texts: every element in double quotes. */
function arrayLiteral(value: unknown): string {
  if (!Array.isArray(value)) throw new Error('a column of arrays takes arrays');
  return `{${value.map((element) => `"${String(element).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** COPY's text format: a backslash before what would end a cell or a row. */
function escaped(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign);
}
