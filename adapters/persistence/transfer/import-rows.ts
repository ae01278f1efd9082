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

/** Counts how many records each bucket of a kind gains or loses. */
export class BucketDeltas {
  private readonly deltas = new Map<string, number>();

  constructor(private readonly kind: StoredKind) {}

  count(record: ImportedRecord, by: 1 | -1): void {
    const { counted } = this.kind;
    if (!counted) return;
    const bucket = counted.bucket(record);
    this.deltas.set(bucket, (this.deltas.get(bucket) ?? 0) + by);
  }

  /** Returns the buckets that gain or lose records. COUNT_SQL writes them in key order, as every writer of counts does. */
  entries(): [bucket: string, delta: number][] {
    return [...this.deltas].filter(([, delta]) => delta !== 0);
  }
}
