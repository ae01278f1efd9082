import type { TestService } from '../service.js';

/** Stores a row that the API cannot create. Each property is a column. */
export async function insert<Row extends object>({ sql }: Pick<TestService, 'sql'>, table: string, row: Row): Promise<Row> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  const names = columns.map((column) => `"${column}"`);
  await sql(`insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`, Object.values(row));
  return row;
}
