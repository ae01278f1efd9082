import type { NumberDigests } from '../../../application/kernel/ports/number-digests.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import { nested, nestedRows } from '../../storage/tables/nested-rows.js';
import { selectList } from '../../storage/tables/table.js';
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

/** Returns SQL that selects the block on a number. `$1` is the shop. @param spelled SQL of the spellings of the number */
export function blockOn(spelled: string): string {
  return `select ${selectList(optOutTable)} from opt_outs t
  where t.shop_id = $1 and t.number = any(${spelled}::text[]) and t.lifted_at is null order by t.number limit 1`;
}

/** Returns what a row can have in the place of a number: the number, or a digest of it if the person was erased. */
export function spellings(digests: NumberDigests, shop: ShopId, number: E164): readonly string[] {
  return [number, ...digests.of(shop, number)];
}

/** Returns the row that a value of `optOutOf` holds; null: the number was never blocked. */
export function optOutIn(rows: readonly OptOut[]): OptOut | null {
  return nestedRows(optOutTable, rows)[0] ?? null;
}
