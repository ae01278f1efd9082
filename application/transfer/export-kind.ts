import { NotFound } from '../../domain/shared/errors.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { Shops } from '../areas/access/shops.js';
import type { WriteContext } from '../kernel/fields/field.js';
import type { ExportStore } from './export-store.js';
import type { AnyKind } from './import-kind.js';
import { RowWriter } from './row-writer.js';

export interface ExportCommand {
  readonly shop: ShopId;
  readonly kind: AnyKind;
  /** `query`: flat rows for CSV; `json`: rows that may have lists and nested rows */
  readonly values: WriteContext['source'];
}

/** The values of a row by column, in the order of the columns. */
export type ExportedRow = Readonly<Record<string, unknown>>;

/** The exported rows in chunks, in the form that an import reads. Only the current chunk is in memory. */
export interface ExportedRows {
  readonly columns: readonly string[];
  readonly chunks: AsyncIterable<readonly ExportedRow[]>;
  /** the number of rows so far */
  readonly written: number;
}

/** Exports all records of a kind from one snapshot. `import --restore` makes the same records from the file in a new shop. */
export class ExportKind {
  constructor(
    private readonly store: ExportStore,
    private readonly shops: Shops,
  ) {}

  async execute({ shop: id, kind, values }: ExportCommand): Promise<ExportedRows> {
    const shop = await this.shops.find(id);
    if (!shop) throw new NotFound('shop');
    const writer = new RowWriter(kind, shop, values);
    const records = this.store.read(shop.id, kind, writer.nests);
    const rows = { columns: writer.columns, chunks: written(), written: 0 };
    return rows;

    async function* written(): AsyncGenerator<ExportedRow[]> {
      for await (const chunk of records) {
        const lines = chunk.flatMap((record) => writer.rowsOf(record));
        rows.written += lines.length;
        yield lines;
      }
    }
  }
}
