import type { BesideValue } from '../../storage/transfer/stored-kinds.js';

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
  key: 'phone',
  read: `case when t.phone is not null then coalesce((select o.source from opt_outs o
    where o.shop_id = t.shop_id and o.number = t.phone and o.lifted_at is null), 'none') end`,
  write: (rows) => [blocksSql(rows), liftsSql(rows)],
};
