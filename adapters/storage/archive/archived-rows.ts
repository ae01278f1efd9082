import type { ClientBase } from 'pg';
import type { KeptTable } from '../backup/kept-tables.js';

/** The number of rows in one fetch: so many that the fetches cost little, although a row may be long. */
const FETCHED = 200;

type Named = Pick<KeptTable, 'name' | 'columns'>;

/**
 * Reads rows of a table `t` as JSON, in constant memory. It belongs into a transaction.
 * @param where the SQL of a condition
 */
export async function* archivedRows(
  client: ClientBase,
  { name, columns, order = [] }: Named & Partial<Pick<KeptTable, 'order'>>,
  where: string,
  values: readonly unknown[],
): AsyncGenerator<string> {
  const list = columns.map((column) => `t.${client.escapeIdentifier(column)}`).join(', ');
  const sorted = order.length > 0 ? `order by ${order.join(', ')}` : '';
  await client.query(
    `declare archived no scroll cursor for select row_to_json(r)::text as row
      from (select ${list} from ${client.escapeIdentifier(name)} t where ${where} ${sorted}) r`,
    [...values],
  );
  for (let isAtEnd = false; !isAtEnd;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${FETCHED} from archived`);
    isAtEnd = rows.length < FETCHED;
    for (const { row } of rows) yield row;
  }
  await client.query('close archived');
}

/**
 * Adds rows to a table.
 * @param shop its own column, and the shop that all rows get
 * @param lines JSON objects, each with the row as its `row`
 */
export async function addArchivedRows(
  client: ClientBase,
  { name, columns }: Named,
  shop: { readonly column: string; readonly id: string },
  lines: readonly string[],
): Promise<void> {
  const names = columns.map((column) => client.escapeIdentifier(column));
  const values = columns.map((column, index) => (column === shop.column ? '$2::uuid' : `r.${names[index]}`));
  const table = client.escapeIdentifier(name);
  await client.query(
    `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
      from json_array_elements($1::json) line, json_populate_record(null::${table}, line -> 'row') r`,
    [`[${lines.join(',')}]`, shop.id],
  );
}
