import { NotFound } from '../../domain/shared/errors.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { Shops } from '../access/shops.js';
import type { AnyKind } from '../import/import-kind.js';
import type { WriteContext } from '../fields/field.js';
import type { ExportStore } from './export-store.js';
import { RowWriter } from './row-writer.js';

export interface ExportCommand {
  readonly shop: ShopId;
  readonly kind: AnyKind;
  /** `query`: flat rows whose values are to become text, as in CSV */
  readonly values: WriteContext['source'];
}

/** By column, in their order. */
export type ExportedRow = Readonly<Record<string, unknown>>;

/** Rows in pieces, as an import reads them; what is still to come is not in memory. */
export interface ExportedRows {
  readonly columns: readonly string[];
  readonly pieces: AsyncIterable<readonly ExportedRow[]>;
  /** how many came so far */
  readonly written: number;
}

/** All records of a kind as they are at one moment: restored into an empty shop they give the same answers. */
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
    const rows = { columns: writer.columns, pieces: written(), written: 0 };
    return rows;

    async function* written(): AsyncGenerator<ExportedRow[]> {
      for await (const piece of records) {
        const lines = piece.flatMap((record) => writer.rowsOf(record));
        rows.written += lines.length;
        yield lines;
      }
    }
  }
}
