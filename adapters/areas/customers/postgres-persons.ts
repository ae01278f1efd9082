import type { ClientBase } from 'pg';
import type { CustomerId, ShopId } from '../../../domain/shared/id.js';
import { archivedRows } from '../../storage/archive/archived-rows.js';
import type { Eraser, FoundPerson } from '../../storage/erasure/eraser.js';
import type { Storage } from '../../storage/storage.js';
import type { Table } from '../../storage/tables/table.js';

interface FoundContacts {
  readonly numbers: readonly string[];
  readonly emails: readonly string[];
}

/** `$1` shop, `$2` customer. */
const CUSTOMER = 'select t.phone, t.email from customers t where t.shop_id = $1 and t.id = $2';

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

/** A person, and the ids of the rows about the person. */
export interface FoundRows {
  readonly person: FoundPerson;
  readonly rows: ReadonlyMap<Table, readonly string[]>;
}

/**
 * Finds what the database holds about a person. Null: the shop has no such customer.
 * @param erasers in the order that `inOrder` returns
 */
export async function findPerson(
  client: ClientBase,
  erasers: readonly Eraser[],
  { shop, customer, lock }: Pick<FoundPerson, 'shop' | 'customer' | 'lock'>,
): Promise<FoundRows | null> {
  const contacts = await findContacts(client, shop, customer, lock);
  if (!contacts) return null;
  const rows = new Map<Table, readonly string[]>();
  const rowsOf = (table: Table): readonly string[] => {
    const ids = rows.get(table);
    if (!ids) throw new Error(`nothing was found in ${table.name} yet: name it in \`after\``);
    return ids;
  };
  const person = { shop, customer, lock, ...contacts, rowsOf };
  for (const eraser of erasers) rows.set(eraser.table, await eraser.find(client, person));
  return { person, rows };
}

/** Each eraser comes after those of the tables that it names. */
export function inOrder(erasers: readonly Eraser[]): readonly Eraser[] {
  const ordered = new Set<Eraser>();
  const add = (eraser: Eraser): void => {
    for (const table of eraser.after) erasers.filter((one) => one.table === table).forEach(add);
    ordered.add(eraser);
  };
  erasers.forEach(add);
  return [...ordered];
}

/**
 * Reads the rows about a person as JSON, each with the name of its table: what an erasure would empty, and what it would leave of the
 * person's papers. There are none if the shop has no such customer.
 */
export async function* personalRows(
  client: ClientBase,
  storages: readonly Storage[],
  shop: ShopId,
  customer: CustomerId,
): AsyncGenerator<{ readonly table: string; readonly row: string }> {
  const erasers = inOrder(storages.flatMap(({ erases }) => erases));
  const found = await findPerson(client, erasers, { shop, customer, lock: '' });
  if (!found) return;
  for (const { table, about } of [...erasers, ...storages.flatMap(({ personal }) => personal)]) {
    if (!about) continue;
    const values: unknown[] = [shop];
    const condition = about(found.person, (value) => `$${values.push(value)}`);
    const columns = [...table.columns.values()];
    for await (const row of archivedRows(client, { name: table.name, columns }, `t.shop_id = $1 and (${condition})`, values))
      yield { table: table.name, row };
  }
}

/** While they are locked, the contacts of the customer stay as they are. Null: the shop has no such customer. */
async function findContacts(
  client: ClientBase,
  shop: ShopId,
  customer: CustomerId,
  lock: FoundPerson['lock'],
): Promise<FoundContacts | null> {
  const found = await client.query<{ phone: string | null; email: string | null }>(`${CUSTOMER} ${lock}`, [shop, customer]);
  const [row] = found.rows;
  if (!row) return null;
  const { rows } = await client.query<{ number: string }>(NUMBERS, [shop, customer, row.phone, row.email]);
  return { numbers: rows.map(({ number }) => number), emails: row.email === null ? [] : [row.email] };
}
