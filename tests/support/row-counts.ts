import { tables } from './registry.js';
import type { TestService } from './service.js';

/** Returns the number of rows of each of the service's tables. */
export async function rowCounts({ sql }: Pick<TestService, 'sql'>): Promise<Record<string, number>> {
  const names = tables.map(({ options }) => options.tableName ?? options.name);
  const counts = await Promise.all(names.map((table) => sql<{ n: number }>(`select count(*) as n from ${table}`)));
  return Object.fromEntries(names.map((table, index) => [table, counts[index]?.[0]?.n ?? NaN]));
}

export function rowsOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, n) => sum + n);
}
