import type { Pause } from '../../../domain/outgoing/pause.js';
import { instant, orNull, selectList, table, text, uuid, uuidKey } from '../../storage/tables/table.js';

export const pauseTable = table<Pause>('outgoing_pauses', {
  id: uuidKey(),
  way: text(),
  shop: orNull(uuid('only_shop')),
  cause: text(),
  reason: orNull(text()),
  since: instant('since'),
  until: orNull(instant('until')),
  tryAt: orNull(instant('try_at')),
  told: orNull(text()),
});

export const PAUSE = selectList(pauseTable);

/**
 * SQL of the reason why a record of a shop waits, for the select list of its kind: of several pauses, one by hand counts before a
 * refusal, as `paused` is the greater word.
 * @param waits the condition under which the record waits
 * @param way the record's way out
 */
export function heldSql(waits: string, way: string): string {
  return `case when ${waits} then (
    select max(case p.cause when 'provider' then 'account_refused' else 'paused' end) from outgoing_pauses p
    where p.until is null and p.way = ${way} and coalesce(p.only_shop, t.shop_id) = t.shop_id) end as held`;
}

/** SQL of the way of a message, or of a scheduled one. @param channel its column */
export function wayOfSql(channel: string): string {
  return `case ${channel} when 'sms' then 'texts' when 'email' then 'emails' end`;
}
