import type { DataSource } from 'typeorm';
import { LIVE_STATUSES } from '../../domain/phone-numbers/phone-number.js';
import { ok, warn, type Finding } from './finding.js';

const NAMED = 3;

/** The shops from which no text can go out: they have neither a line that sends texts nor a messaging service. */
const MUTE = `select name from shops where not suspended
  and not exists (select from shop_settings s where s.shop_id = shops.id and s.messaging_service is not null)
  and not exists (select from phone_numbers n where n.shop_id = shops.id and n.is_sending and n.sms and n.status = any($1))
  order by created_at, id`;

/** Warns of shops that can send no texts. The tables must be up to date. */
export async function checkLines(dataSource: DataSource): Promise<Finding> {
  const shops = await dataSource.query<{ name: string }[]>(MUTE, [[...LIVE_STATUSES]]);
  if (shops.length === 0) return ok('lines', 'every shop has a line that can send texts');
  const names = shops.slice(0, NAMED).map(({ name }) => name);
  const more = shops.length > NAMED ? ` and ${shops.length - NAMED} more` : '';
  const effect = `no text can be sent from ${names.join(', ')}${more}: no line there can send`;
  return warn('lines', effect, 'add a line with npx shop-ops number add, if these shops send texts');
}
