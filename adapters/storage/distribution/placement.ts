import { keyOf, type Table } from '../tables/table.js';

/**
 * The place of a table in a distributed database. The rows of a `distributed` table are on the server of their shop, a
 * `reference` table is on every server.
 */
export type Placement = 'distributed' | 'reference';

/** The column by which tables are distributed. */
export const SHOP = 'shop_id';

/** A table whose key begins with the shop is distributed. Every other table of an area is global. */
export function placementOf(table: Table): Placement {
  return keyOf(table)[0]?.column === SHOP ? 'distributed' : 'reference';
}
