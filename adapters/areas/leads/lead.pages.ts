import type { LeadFilter } from '../../../application/areas/leads/leads.js';
import { conditionsSql, given } from '../../storage/lists/keyset-pages.js';
import { countedTotal, type PageSelects } from '../../storage/lists/offset-pages.js';
import type { Parameter } from '../../storage/statement.js';

const NEWEST_FIRST = 'created_at desc, id desc';

/** Selects leads, newest first. Without an e-mail or a phone, the total comes from the stored counts by status. */
export function leadPageSelects({ email, phone, status }: LeadFilter, parameter: Parameter): PageSelects {
  const wanted = status === undefined ? undefined : parameter(status);
  const inStatus = wanted === undefined ? '' : `and t.status = ${wanted}`;
  const living = `from leads t where t.shop_id = $1 and t.deleted_at is null ${inStatus}`;
  const contact = [...given('t.email = ?', email), ...given('t.phone = ?', phone)];
  if (contact.length > 0) return selectFew(`${living} and ${conditionsSql(contact, parameter)}`);
  return {
    total: countedTotal('leads', wanted === undefined ? '' : `and c.bucket = ${wanted}`),
    ids: `select t.id ${living} order by ${NEWEST_FIRST} limit $2 offset $3`,
  };
}

/** The leads with one e-mail or phone are few, so they are counted and sorted directly. */
function selectFew(matching: string): PageSelects {
  return {
    shared: [`few as materialized (select t.id, t.created_at ${matching})`],
    total: 'select count(*) as n from few',
    ids: `select id from few order by ${NEWEST_FIRST} limit $2 offset $3`,
  };
}
