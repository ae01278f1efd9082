import type { ClientBase } from 'pg';
import { Erasures, type Erased, type TellErasure } from '../../../application/areas/customers/erasures.js';
import type { EventCatalogue } from '../../../application/kernel/events/event-catalogue.js';
import type { NumberDigests } from '../../../application/kernel/ports/ports.js';
import type { CustomerId, MediaFileId, ScheduledMessageId, ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { Mentions, type Eraser, type Erasing, type FoundPerson } from '../../storage/erasure/eraser.js';
import { eventList, STORE_EVENTS } from '../../storage/records/announced-writes.js';
import type { Table } from '../../storage/tables/table.js';
import { conversationTable } from '../inbox/conversation.entity.js';
import { leadTable } from '../leads/lead.entity.js';
import { scheduledMessageTable } from '../texting/scheduled-message.entity.js';

const STILL_WAITING = `select t.id from scheduled_messages t
  where t.shop_id = $1 and t.id = any($2::uuid[]) and t.status = 'scheduled'`;

interface FoundContacts {
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

type FoundRows = ReadonlyMap<Table, readonly string[]>;
interface Found {
  readonly person: FoundPerson;
  readonly rows: FoundRows;
}

/**
 * Erases in one transaction: first everything is found, then everything is emptied. So a run that was cut off has lost no trace of
 * what is left to do.
 */
export class PostgresErasures extends Erasures {
  private readonly erasers: readonly Eraser[];

  constructor(
    private readonly database: Database,
    erasers: readonly Eraser[],
    private readonly digests: NumberDigests,
    private readonly catalogue: EventCatalogue,
  ) {
    super();
    this.erasers = inOrder(erasers);
  }

  override waiting(shop: ShopId, customer: CustomerId): Promise<readonly ScheduledMessageId[] | null> {
    return this.inTransaction(async (client) => {
      const found = await this.find(client, shop, customer);
      if (!found) return null;
      const values = [shop, found.rows.get(scheduledMessageTable) ?? []];
      return (await client.query<{ id: ScheduledMessageId }>(STILL_WAITING, values)).rows.map(({ id }) => id);
    });
  }

  override erase(
    shop: ShopId,
    customer: CustomerId,
    removeFile: (file: MediaFileId) => Promise<void>,
    tell: TellErasure,
  ): Promise<Erased | null> {
    return this.inTransaction(async (client) => {
      const found = await this.find(client, shop, customer);
      if (!found) return null;
      const { person, rows } = found;
      let files = 0;
      const mentions = new Mentions(new Set([...rows.values()].flat()), [...person.numbers, ...person.emails]);
      const counted = async (file: MediaFileId): Promise<void> => {
        await removeFile(file);
        files += 1;
      };
      const { digests, catalogue } = this;
      const erasing: Erasing = { client, person, mentions, digests, catalogue, events: [], removeFile: counted };
      const erased: Record<string, number> = {};
      for (const eraser of this.erasers) erased[eraser.table.name] = await eraser.erase(erasing, rows.get(eraser.table) ?? []);
      const [threads, leads] = [person.rowsOf(conversationTable), person.rowsOf(leadTable)];
      await client.query(STORE_EVENTS, [shop, eventList(tell({ id: customer, threads, leads }))]);
      return { rows: erased, files };
    });
  }

  private async find(client: ClientBase, shop: ShopId, customer: CustomerId): Promise<Found | null> {
    const contacts = await findContacts(client, shop, customer);
    if (!contacts) return null;
    const rows = new Map<Table, readonly string[]>();
    const rowsOf = (table: Table): readonly string[] => {
      const ids = rows.get(table);
      if (!ids) throw new Error(`nothing was found in ${table.name} yet: name it in \`after\``);
      return ids;
    };
    const person = { shop, customer, ...contacts, rowsOf };
    for (const eraser of this.erasers) rows.set(eraser.table, await eraser.find(client, person));
    return { person, rows };
  }

  private inTransaction<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    return this.database.onOwnConnection(async (client) => {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    });
  }
}

/** Each eraser comes after those of the tables that it names. */
function inOrder(erasers: readonly Eraser[]): readonly Eraser[] {
  const ordered = new Set<Eraser>();
  const add = (eraser: Eraser): void => {
    for (const table of eraser.after) erasers.filter((one) => one.table === table).forEach(add);
    ordered.add(eraser);
  };
  erasers.forEach(add);
  return [...ordered];
}

/** Null: the shop has no such customer. */
async function findContacts(client: ClientBase, shop: ShopId, customer: CustomerId): Promise<FoundContacts | null> {
  const found = await client.query<{ phone: string | null; email: string | null }>(CUSTOMER, [shop, customer]);
  const [row] = found.rows;
  if (!row) return null;
  const { rows } = await client.query<{ number: string }>(NUMBERS, [shop, customer, row.phone, row.email]);
  return { numbers: rows.map(({ number }) => number), emails: row.email === null ? [] : [row.email] };
}
