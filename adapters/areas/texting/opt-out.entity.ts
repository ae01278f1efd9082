import type { NumberDigests } from '../../../application/kernel/ports/ports.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import {
  flag,
  instant,
  integer,
  nested,
  nestedRows,
  orNull,
  selectList,
  shopKey,
  table,
  text,
  type Stored,
} from '../../storage/tables/table.js';
import type { BesideValue } from '../../storage/transfer/stored-kinds.js';

export const optOutTable = table<Stored<OptOut>>('opt_outs', {
  shopId: shopKey,
  number: { ...text(), primary: true },
  source: text(),
  staffToo: { ...flag('staff_too'), default: false },
  since: instant('since'),
  liftedAt: orNull(instant('lifted_at')),
  consentEndedAt: orNull(instant('consent_ended_at')),
  line: orNull(text()),
  note: orNull(text()),
  version: integer(),
});

/** Blocks numbers that are not blocked, like `block` of the domain by the source `import`. `$1` shop, `$2` now. */
export function blocksSql(rows: string): string {
  return `insert into opt_outs as o (shop_id, number, source, since, consent_ended_at, version)
    select $1::uuid, s.key, 'import', $2::timestamptz, $2::timestamptz, 1 from ${rows} where s.value = 'block' order by s.key
    on conflict (shop_id, number) do update set source = 'import', staff_too = false, since = excluded.since, lifted_at = null,
      consent_ended_at = coalesce(o.consent_ended_at, excluded.consent_ended_at), line = null, note = null, version = o.version + 1
    where o.lifted_at is not null`;
}

/**
 * Lifts the blocks that an import set, as an import corrects them. A consent that such a block ended holds again, because the
 * contact has not opted out. `$1` shop, `$2` now.
 */
function liftsSql(rows: string): string {
  return `update opt_outs o set lifted_at = $2::timestamptz, version = o.version + 1,
      consent_ended_at = case when o.consent_ended_at = o.since then null else o.consent_ended_at end
    from ${rows} where o.shop_id = $1 and o.number = s.key and s.value = 'lift' and o.source = 'import' and o.lifted_at is null`;
}

/** The block of a customer's phone beside the customer: a `TextingMark`. */
export const BLOCK_OF_PHONE: BesideValue = {
  property: 'textingMark',
  type: 'text',
  key: 'phone',
  read: `case when t.phone is not null then coalesce((select o.source from opt_outs o
    where o.shop_id = $1 and o.number = t.phone and o.lifted_at is null), 'none') end`,
  write: (rows) => [blocksSql(rows), liftsSql(rows)],
  isTimed: true,
};

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

/** Returns SQL that selects the blocks on numbers. `$1` is the shop. @param spelled SQL of the spellings of the numbers */
export function blocksOn(spelled: string): string {
  return `select ${selectList(optOutTable)} from opt_outs t
  where t.shop_id = $1 and t.number = any(${spelled}::text[]) and t.lifted_at is null order by t.number`;
}

/** Returns what a row can have in the place of a number: the number, or a digest of it if the person was erased. */
export function spellings(digests: NumberDigests, shop: ShopId, number: E164): readonly string[] {
  return [number, ...digests.of(shop, number)];
}

/** Returns the row that a value of `optOutOf` holds; null: the number was never blocked. */
export function optOutIn(rows: readonly OptOut[]): OptOut | null {
  return nestedRows(optOutTable, rows)[0] ?? null;
}
