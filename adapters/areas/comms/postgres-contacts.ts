import { Contacts, type NumberOwner } from '../../../application/areas/comms/contacts.js';
import type { Clues } from '../../../domain/comms/contact-match.js';
import type { Contact } from '../../../domain/comms/contact.js';
import type { CustomerId, LeadId, ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import { RememberedStatements } from '../../storage/statement.js';
import { CUSTOMER_SOURCE, contactsSql, LEAD_SOURCE, type Activity, type ContactSource } from './contact.reads.js';

const OF_NUMBER = statement(
  'comms.of_number',
  `select
    (select t.id from customers t where t.shop_id = $1 and t.phone = $2) as "customerId",
    (select t.id from leads t where t.shop_id = $1 and t.phone = $2 and t.deleted_at is null
      order by t.created_at desc, t.id desc limit 1) as "leadId"`,
);

export class PostgresContacts extends Contacts {
  private readonly statements = new RememberedStatements('comms.resolve_contact');

  constructor(private readonly database: Database) {
    super();
  }

  override async resolve(shop: ShopId, clues: Clues): Promise<readonly Contact[]> {
    const found = await Promise.all([this.find(shop, clues, CUSTOMER_SOURCE), this.find(shop, clues, LEAD_SOURCE)]);
    return found.flat();
  }

  override async ofNumber(shop: ShopId, number: E164): Promise<NumberOwner> {
    const [row] = await this.database.read<{ customerId: CustomerId | null; leadId: LeadId | null }>(OF_NUMBER, [shop, number]);
    const { customerId = null, leadId = null } = row ?? {};
    return { customerId, leadId: customerId === null ? leadId : null };
  }

  private async find<T extends object>(shop: ShopId, clues: Clues, source: ContactSource<T>): Promise<Contact[]> {
    const values: unknown[] = [shop];
    const text = contactsSql(source, clues, (value) => `$${values.push(value)}`);
    if (text === null) return [];
    const rows = await this.database.read<T & Activity>(this.statements.of(text), values);
    return rows.map(source.contactOf);
  }
}
