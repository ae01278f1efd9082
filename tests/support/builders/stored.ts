import { rowOf, type RecordKind } from '../../../adapters/storage/records/record-kind.js';
import { columnOf, quoted, writtenProperties } from '../../../adapters/storage/tables/table.js';
import type { Origin } from '../../../domain/shared/origin.js';
import type { TestService, TestShop } from '../service.js';

/**
 * Stores the row of a record that the API cannot create, with its derived columns. If the exact number of such records is stored,
 * it adds one to this number.
 */
export async function stored<T extends object>(
  { sql }: Pick<TestService, 'sql'>,
  { id: shop }: Pick<TestShop, 'id'>,
  kind: RecordKind<T>,
  record: T,
  origin: Origin = 'service',
): Promise<T> {
  const { table, counted } = kind;
  const versioned = table.columns.has('version') ? ['version'] : [];
  const provenance = table.bookkeeping.has('origin') && table.columns.has('origin') ? ['origin'] : [];
  const columns = [
    'shop_id',
    ...versioned,
    ...provenance,
    ...writtenProperties(table).map((property) => quoted(columnOf(table, property))),
  ];
  const values = [shop, ...versioned.map(() => 1), ...provenance.map(() => origin), ...rowOf(kind, record)];
  await sql(
    `insert into ${table.name} (${columns.join(', ')}) values (${values.map((_, index) => `$${index + 1}`).join(', ')})`,
    values,
  );
  if (counted) {
    await sql(
      `insert into record_counts as c (shop_id, list, bucket, slot, n) select $1, $2, b, 0, 1 from unnest($3::text[]) as b
       on conflict (shop_id, list, bucket, slot) do update set n = c.n + 1`,
      [shop, counted.list, counted.buckets(record)],
    );
  }
  return record;
}
