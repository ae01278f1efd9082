import type { ClientBase } from 'pg';
import { ExportStore, type ExportedRecord } from '../../../application/transfer/export-kind.js';
import type { AnyKind } from '../../../application/transfer/import-kind.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { refusalOf } from '../../postgres/database-errors.js';
import type { Database } from '../database.js';
import { childrenSql, recordsSql } from './export-sql.js';
import type { StoredKinds } from './stored-kinds.js';

type Values = Readonly<Record<string, unknown>>;

/** The number of rows in one fetch: so many that the fetches cost little. */
const FETCHED = 200;
const IN_PART = 'the export is incomplete';

export class PostgresExportStore extends ExportStore {
  constructor(
    private readonly database: Database,
    private readonly kinds: StoredKinds,
    private readonly fetched = FETCHED,
  ) {
    super();
  }

  override async *read(shop: ShopId, kind: AnyKind, nested: boolean): AsyncGenerator<ExportedRecord[]> {
    try {
      yield* this.database.streamOnOwnConnection((client) => this.records(client, shop, kind, nested));
    } catch (error) {
      throw refusalOf(error, IN_PART, IN_PART);
    }
  }

  private async *records(client: ClientBase, shop: ShopId, kind: AnyKind, nested: boolean): AsyncGenerator<ExportedRecord[]> {
    // One snapshot for all fetches: what others store meanwhile is not in it.
    await client.query('begin transaction isolation level repeatable read read only');
    // All rows will be read, so the planner must not choose the plan that returns the first rows fastest.
    await client.query('set local cursor_tuple_fraction = 1');
    const fetched = (name: string, sql: string) => chunksOf(client, { name, sql, shop, size: this.fetched });
    const records = fetched('records', recordsSql(this.kinds, kind));
    const inner = nested ? childrenSql(this.kinds, kind) : null;
    if (inner !== null) yield* besideChildren(records, oneByOne(fetched('children', inner)), this.fetched);
    else for await (const rows of records) yield rows.map((values) => ({ values, children: [], isContinued: false }));
  }
}

interface Cursor {
  readonly name: string;
  readonly sql: string;
  readonly shop: ShopId;
  readonly size: number;
}

/** The rows of a statement, fetched in chunks, so that their number does not matter for the memory. */
async function* chunksOf(client: ClientBase, { name, sql, shop, size }: Cursor): AsyncGenerator<readonly Values[]> {
  await client.query(`declare ${name} no scroll cursor for ${sql}`, [shop]);
  for (let isAtEnd = false; !isAtEnd;) {
    const { rows } = await client.query<Values>(`fetch ${size} from ${name}`);
    isAtEnd = rows.length < size;
    yield rows;
  }
}

async function* oneByOne(chunks: AsyncIterable<readonly Values[]>): AsyncGenerator<Values> {
  for await (const rows of chunks) yield* rows;
}

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
async function* besideChildren(
  records: AsyncIterable<readonly Values[]>,
  children: AsyncIterator<Values, void>,
  mostRows: number,
): AsyncGenerator<ExportedRecord[]> {
  let next = await children.next();
  for await (const rows of records) {
    let chunk: ExportedRecord[] = [];
    let held = 0;
    for (const values of rows) {
      let isContinued = false;
      do {
        const own: Values[] = [];
        let characters = 0;
        while (!next.done && next.value['parent'] === values['id'] && own.length < mostRows && characters < MOST_CHARACTERS) {
          own.push(next.value);
          characters += charactersOf(next.value);
          next = await children.next();
        }
        chunk.push({ values, children: own, isContinued });
        isContinued = !next.done && next.value['parent'] === values['id'];
        held += characters;
        if (held < MOST_CHARACTERS) continue;
        yield chunk;
        [chunk, held] = [[], 0];
      } while (isContinued);
    }
    yield chunk;
  }
}

function charactersOf(row: Values): number {
  return Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}
