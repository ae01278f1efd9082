import type { OptOut } from '../../../domain/texting/opt-out.js';
import { nested, nestedRows } from '../tables/nested-rows.js';
import { selectList } from '../tables/table.js';
import { optOutTable } from './opt-out.table.js';

/**
 * Returns the SQL of a value with the row of a number, also a lifted one. `optOutIn` reads the value. `$1` is the shop.
 * @param number SQL of the number; the alias `o` is taken
 */
export function optOutOf(number: string): string {
  return nested(`select ${selectList(optOutTable, 'o')} from opt_outs o where o.shop_id = $1 and o.number = ${number}`);
}

/** Returns the SQL of a condition: the number is blocked. `$1` is the shop. @param number SQL of the number; the alias `o` is taken */
export function isBlocked(number: string): string {
  return `exists (select from opt_outs o where o.shop_id = $1 and o.number = ${number} and o.lifted_at is null)`;
}

/** Returns the row that a value of `optOutOf` holds; null: the number was never blocked. */
export function optOutIn(rows: readonly OptOut[]): OptOut | null {
  return nestedRows(optOutTable, rows)[0] ?? null;
}
