import type { ImportedRecord } from '../../../application/transfer/import-kind.js';
import type { RecordWrite } from '../../../application/transfer/import-store.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { StoredKind } from './stored-kinds.js';

/** Takes the property of a column. Returns a function that reads this column's value from the record that is written. */
export type WriteGetter = (property: string) => (write: RecordWrite) => unknown;

export function getterOf({ derived = {} }: StoredKind, shop: ShopId): WriteGetter {
  return (property) => {
    const derive = derived[property];
    if (property === 'shopId') return () => shop;
    if (derive) return ({ after }) => derive(after);
    if (property === 'version') return ({ after }) => valueOf(after, property) ?? 1;
    return ({ after }) => valueOf(after, property);
  };
}

/** Returns the row of a record by column name, for a statement that takes rows as JSON. */
export function jsonRow({ table }: StoredKind, get: WriteGetter, write: RecordWrite): object {
  return Object.fromEntries([...table.columns].map(([property, column]) => [column, get(property)(write) ?? null]));
}

function valueOf(record: ImportedRecord, property: string): unknown {
  return (record as unknown as Readonly<Record<string, unknown>>)[property]; // safe: a property of the record's table
}
