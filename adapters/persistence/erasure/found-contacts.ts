import type { ClientBase } from 'pg';
import type { CustomerId, ShopId } from '../../../domain/shared/id.js';

export interface FoundContacts {
  readonly numbers: readonly string[];
  readonly emails: readonly string[];
}

/** The customer's row is locked, so that its contacts stay as they are. `$1` shop, `$2` customer. */
const CUSTOMER = 'select t.phone, t.email from customers t where t.shop_id = $1 and t.id = $2 for update';

/**
 * The numbers of the customer, of its threads, and of leads with its number or address. A number that another customer has is
 * that customer's, whoever had it before. `$1` shop, `$2` customer, `$3` phone, `$4` e-mail address.
 */
const NUMBERS = `select distinct n.number from (
    select $3::text as number
    union all select t.contact_number from conversations t where t.shop_id = $1 and t.customer_id = $2
    union all select l.phone from leads l where l.shop_id = $1 and (l.phone = $3 or l.email = $4)
  ) n
  where n.number is not null and not exists (
    select from customers c where c.shop_id = $1 and c.phone = n.number and c.id <> $2
  ) order by n.number`;

/** Null: the shop has no such customer. */
export async function findContacts(client: ClientBase, shop: ShopId, customer: CustomerId): Promise<FoundContacts | null> {
  const found = await client.query<{ phone: string | null; email: string | null }>(CUSTOMER, [shop, customer]);
  const [row] = found.rows;
  if (!row) return null;
  const { rows } = await client.query<{ number: string }>(NUMBERS, [shop, customer, row.phone, row.email]);
  return { numbers: rows.map(({ number }) => number), emails: row.email === null ? [] : [row.email] };
}
