import type { ClientBase } from 'pg';
import { ExportStore, type ExportedRecord } from '../../../application/transfer/export-store.js';
import type { AnyKind } from '../../../application/transfer/import-kind.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { refusalOf } from '../../postgres/database-errors.js';
import type { Database } from '../database.js';
import { besideChildren, type ChildRow } from './beside-children.js';
import { childrenSql, recordsSql } from './export-sql.js';
import { RowCursor } from './row-cursor.js';
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
    const open = <Row>(name: string, sql: string): Promise<RowCursor<Row>> =>
      RowCursor.open<Row>(client, name, sql, [shop], this.fetched);
    const records = (await open<Values>('records', recordsSql(this.kinds, kind))).chunks();
    const inner = nested ? childrenSql(this.kinds, kind) : null;
    if (inner !== null) yield* besideChildren(records, await open<ChildRow>('children', inner), this.fetched);
    else for await (const rows of records) yield rows.map((values) => ({ values, children: [], isContinued: false }));
  }
}
