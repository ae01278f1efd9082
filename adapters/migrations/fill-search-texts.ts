import type { QueryRunner } from 'typeorm';
import { searchText } from '../../domain/shared/search.js';

const BATCH = 5000;
const FIRST = '00000000-0000-0000-0000-000000000000';

interface Row {
  readonly shop_id: string;
  readonly id: string;
  readonly texts: readonly (string | null)[];
}

/**
 * Writes the search text of each stored record. The service computes it from the texts of `columns`, as it does for new records.
 * @param textsOf the searched texts of a record, if they are others than its columns
 */
export async function fillSearchTexts(
  runner: QueryRunner,
  table: string,
  columns: readonly string[],
  textsOf: (columns: Row['texts']) => Row['texts'] = (texts) => texts,
): Promise<void> {
  let after: readonly string[] = [FIRST, FIRST];
  for (;;) {
    const rows = (await runner.query(
      `select shop_id, id, array[${columns.join(', ')}] as texts from ${table}
        where (shop_id, id) > ($1, $2) order by shop_id, id limit ${BATCH}`,
      [...after],
    )) as Row[]; // TypeORM does not type raw rows
    const last = rows.at(-1);
    if (!last) return;
    await runner.query(
      `update ${table} t set search_text = f.search_text
        from unnest($1::uuid[], $2::uuid[], $3::text[]) as f (shop_id, id, search_text)
        where t.shop_id = f.shop_id and t.id = f.id`,
      [rows.map((row) => row.shop_id), rows.map((row) => row.id), rows.map(({ texts }) => searchText(textsOf(texts)))],
    );
    after = [last.shop_id, last.id];
  }
}
