import type { ImportedRecord } from '../../../application/import/import-kind.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { StoredKind } from './stored-kinds.js';

type Values = Readonly<Record<string, unknown>>;

/** Takes the property of a column. Returns a function that reads this column's value from a record. */
export function getterOf({ derived = {} }: StoredKind, shop: ShopId): (property: string) => (record: object) => unknown {
  return (property) => {
    const derive = derived[property];
    if (property === 'shopId') return () => shop;
    // Safe: the record is of this kind, although callers type it only as an object.
    if (derive) return (record) => derive(record as ImportedRecord);
    if (property === 'version') return (record) => (record as Values)[property] ?? 1;
    return (record) => (record as Values)[property];
  };
}

/** Returns the row of a record by column name, for a statement that takes rows as JSON. */
export function jsonRow({ table }: StoredKind, get: ReturnType<typeof getterOf>, record: ImportedRecord): object {
  return Object.fromEntries([...table.columns].map(([property, column]) => [column, get(property)(record) ?? null]));
}
