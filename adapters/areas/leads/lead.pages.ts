import type { LeadFilter } from '../../../application/areas/leads/leads.js';
import { matchesSql } from '../../storage/lists/found-first.js';
import { conditionsSql, given } from '../../storage/lists/keyset-pages.js';
import type { PageSelects } from '../../storage/lists/offset-pages.js';
import type { Parameter } from '../../storage/statement.js';

const NEWEST_FIRST = 'created_at desc, id desc';

/**
 * Selects leads, newest first. The total is counted, and not kept: an instance of an older release would not keep it, and every new
 * lead would pay for it.
 */
export function leadPageSelects({ email, phone, status }: LeadFilter, parameter: Parameter): PageSelects {
  const filters = [...given('t.status = ?', status), ...given('t.email = ?', email), ...given('t.phone = ?', phone)];
  const conditions = filters.length > 0 ? `and ${conditionsSql(filters, parameter)}` : '';
  const matching = `from leads t where t.shop_id = $1 and t.deleted_at is null ${conditions}`;
  const total = `select count(*) as n ${matching}`;
  if (email === undefined && phone === undefined)
    return { total, ids: `select t.id ${matching} order by ${NEWEST_FIRST} limit $2 offset $3` };
  // The leads with one e-mail or phone are few, so they are sorted directly.
  return {
    shared: [matchesSql('t.id, t.created_at', matching)],
    total: 'select count(*) as n from matches',
    ids: `select id from matches order by ${NEWEST_FIRST} limit $2 offset $3`,
  };
}
