import type { Instant } from '../../../domain/shared/instant.js';

export function oldestFirst<T extends { readonly createdAt: Instant }>(rows: readonly T[]): T[] {
  return rows.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : Number(one.createdAt > other.createdAt)));
}

export function groupedBy<T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
