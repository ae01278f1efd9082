import type { ExportedRecord } from '../../../application/transfer/export-store.js';
import type { RowCursor } from './row-cursor.js';

type Values = Readonly<Record<string, unknown>>;
export type ChildRow = Values & { readonly parent: string };

/**
 * The children in one line have about this many characters at most, because an import reads lines of up to some megabytes. A
 * chunk ends at this number, too.
 */
const MOST_CHARACTERS = 500_000;

/**
 * Adds to each record its children. Both inputs are in the order of the records. When the children of a record do not fit into
 * one line, further lines continue the record.
 * @param mostRows the most children in one line
 */
export async function* besideChildren(
  records: AsyncIterable<readonly Values[]>,
  children: RowCursor<ChildRow>,
  mostRows: number,
): AsyncGenerator<ExportedRecord[]> {
  for await (const rows of records) {
    let chunk: ExportedRecord[] = [];
    let held = 0;
    for (const values of rows) {
      let isContinued = false;
      let isCut = true;
      while (isCut) {
        const found = await nextOf(children, values['id'], mostRows);
        chunk.push({ values, children: found.rows, isContinued });
        isContinued = true;
        isCut = found.isCut;
        held += found.characters;
        if (held < MOST_CHARACTERS) continue;
        yield chunk;
        [chunk, held] = [[], 0];
      }
    }
    yield chunk;
  }
}

async function nextOf(children: RowCursor<ChildRow>, parent: unknown, mostRows: number) {
  const rows: Values[] = [];
  let characters = 0;
  for (let row = await children.peek(); row !== null && row.parent === parent; row = await children.peek()) {
    if (rows.length === mostRows || characters >= MOST_CHARACTERS) return { rows, characters, isCut: true };
    rows.push(row);
    characters += charactersOf(row);
    children.take();
  }
  return { rows, characters, isCut: false };
}

function charactersOf(row: Values): number {
  return Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}
