import type { Shop } from '../../domain/access/shop.js';
import { NotFound } from '../../domain/shared/errors.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { Shops } from '../areas/access/shops.js';
import { fieldsOf, type Field, type FieldsClass, type WriteContext } from '../kernel/fields/field.js';
import type { AnyKind } from './import-kind.js';
import { propertyOf, type NestedRows } from './import-row.js';

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

type Values = Readonly<Record<string, unknown>>;

/**
 * A stored record with its nested records (children). If one line of the file cannot hold all children, the record comes as
 * several `ExportedRecord`s, each with some of the children.
 */
export interface ExportedRecord {
  /**
   * the record's own values by property, and the ids and external ids of the records that it refers to, by the column of the
   * reference
   */
  readonly values: Values;
  /** nested records of the record, oldest first; empty if the read was not asked for them */
  readonly children: readonly Values[];
  /** true: an earlier `ExportedRecord` had the record's own values; this one only adds children */
  readonly isContinued: boolean;
}

export abstract class ExportStore {
  /**
   * All records of a kind from one snapshot, oldest first, in chunks. The read does not block writes.
   * @param nested whether the records are read with their children
   */
  abstract read(shop: ShopId, kind: AnyKind, nested: boolean): AsyncIterable<readonly ExportedRecord[]>;
}

type Cell = (values: Values) => unknown;

/** Writes records as rows that an import of their kind can read. The columns have the order of the kind's row class. */
class RowWriter {
  private readonly cells: readonly (readonly [column: string, cell: Cell])[];
  /**
   * the column with the nested rows of a record, and the function that writes one nested row; null: no nested rows are written
   */
  private readonly inner: { readonly column: string; readonly row: Cell } | null;

  /** @param left the columns to leave out */
  constructor(
    private readonly kind: AnyKind,
    shop: Shop,
    source: WriteContext['source'],
    left: readonly string[] = [],
  ) {
    const context = { source, currency: shop.currency };
    const { nested, shown = {} } = kind;
    const without = new Set([...left, ...(nested ? [nested.column] : [])]);
    const isWritten = ({ name, entry }: Field): boolean =>
      !without.has(name) && shown[name] !== null && (source === 'json' || !entry);
    const fields = fieldsOf(kind.row).filter(isWritten);
    this.cells = fields.map((field) => [field.name, cellOf(kind, field, shop, context)] as const);
    this.inner = nested && source === 'json' ? { column: nested.column, row: innerRow(nested, shop, source) } : null;
  }

  get columns(): readonly string[] {
    return this.cells.map(([column]) => column);
  }

  /** Tells whether a record is written together with its nested rows. */
  get nests(): boolean {
    return this.inner !== null;
  }

  rowsOf({ values, children, isContinued }: ExportedRecord): Values[] {
    const parts = this.kind.resolve.partOf?.parts(values as never); // safe: the values are a record of the kind
    if (parts) return parts.map((part) => this.rowOf({ ...values, ...part }));
    const row = isContinued ? { external_id: values['externalId'], id: values['id'] } : this.rowOf(values);
    return [this.inner ? { ...row, [this.inner.column]: children.map(this.inner.row) } : row];
  }

  private rowOf(values: Values): Values {
    const row: Record<string, unknown> = {};
    for (const [column, cell] of this.cells) row[column] = cell(values);
    return row;
  }
}

function innerRow({ kind, reference: column }: NestedRows, shop: Shop, source: WriteContext['source']): Cell {
  const inner = kind();
  const reference = inner.resolve.references.find((one) => one.column === column);
  // A nested row does not need the columns that name its parent.
  const writer = new RowWriter(inner, shop, source, reference ? [reference.column, reference.external] : []);
  return (values) => writer.rowsOf({ values, children: [], isContinued: false })[0];
}

function cellOf(kind: AnyKind, field: Field, shop: Shop, context: WriteContext): Cell {
  const { name } = field;
  const shown = kind.shown?.[name];
  if (shown) return (values) => written(field, shown(values as never, shop), context); // safe: a record of the kind
  const property = nameIn(kind, name);
  return (values) => {
    const value = values[property];
    if (value === undefined) throw new Error(`${kind.name} have no value for the column ${name}`);
    return written(field, value, context);
  };
}

/** The name that a column has in `ExportedRecord.values`. */
function nameIn({ resolve: { references, partOf } }: AnyKind, column: string): string {
  if (column === partOf?.column) return 'id';
  if (column === partOf?.external) return 'externalId';
  return references.some((reference) => reference.column === column || reference.external === column)
    ? column
    : propertyOf(column);
}

function written(field: Field, value: unknown, context: WriteContext): unknown {
  if (value === null || value === undefined) return null;
  const { entry } = field;
  // A row field with an entry class holds a list of entries.
  if (entry) return (value as readonly Values[]).map((one) => entryOf(entry, one, context));
  return field.write ? field.write(value, context) : value;
}

function entryOf(entry: FieldsClass, values: Values, context: WriteContext): Values {
  return Object.fromEntries(
    fieldsOf(entry).map((field) => [field.name, written(field, values[propertyOf(field.name)], context)]),
  );
}
