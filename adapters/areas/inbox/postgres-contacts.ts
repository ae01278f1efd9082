import { Contacts, type NumberOwner } from '../../../application/areas/inbox/contacts.js';
import { customerName, type Customer } from '../../../domain/customers/customer.js';
import type { Clues, Contact } from '../../../domain/inbox/contact.js';
import { leadName, type Lead } from '../../../domain/leads/lead.js';
import type { ConversationId, CustomerId, LeadId, ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { nameWords } from '../../../domain/shared/search.js';
import type { Database } from '../../storage/database.js';
import { searchSql } from '../../storage/lists/search-pattern.js';
import { conditionOf, type RecordKind } from '../../storage/records/record-kind.js';
import { RememberedStatements, statement, type Parameter } from '../../storage/statement.js';
import { CUSTOMER_KIND } from '../customers/customer.entity.js';
import { LEAD_KIND } from '../leads/lead.entity.js';
import { isBlocked } from '../texting/opt-out.entity.js';

/** The most records of one kind that one clue finds. */
const MOST_FOUND = 200;

export type Activity = Pick<Contact, 'conversation' | 'lastActiveAt' | 'textingBlocked'>;

/** How contacts of one kind are found and read. */
export interface ContactSource<T> {
  readonly kind: Pick<RecordKind<T>, 'table' | 'select' | 'from' | 'where'>;
  /** the column of a thread that holds the contact's id */
  readonly ofThread: string;
  /** SQL: the lines of `t.search_text` that are names, without their line breaks; null if the contact has no name */
  readonly nameLines: string;
  readonly contactOf: (row: T & Activity) => Contact;
}

const CUSTOMER_SOURCE: ContactSource<Customer> = {
  kind: CUSTOMER_KIND,
  ofThread: 'customer_id',
  nameLines: String.raw`case when t.name is not null then split_part(t.search_text, E'\n', 1) end`,
  contactOf: (customer) => ({
    ...shared(customer),
    kind: 'customer',
    name: customerName(customer),
    names: customer.name === null ? [] : [customer.name],
  }),
};

const LEAD_SOURCE: ContactSource<Lead> = {
  kind: LEAD_KIND,
  ofThread: 'lead_id',
  nameLines: String.raw`array_to_string(
    (string_to_array(t.search_text, E'\n'))[:num_nonnulls(t.first_name, t.last_name, t.company_name)], '')`,
  contactOf: (lead) => {
    const person = [lead.firstName, lead.lastName].filter((part) => part !== null).join(' ');
    const names = [person, lead.companyName ?? ''].filter((name) => name !== '');
    return { ...shared(lead), kind: 'lead', name: leadName(lead), names };
  },
};

function shared(row: Activity & Pick<Contact, 'id' | 'email' | 'phone' | 'createdAt'>) {
  const { id, email, phone, conversation, lastActiveAt, textingBlocked, createdAt } = row;
  return { id, email, phone, conversation, lastActiveAt, textingBlocked, createdAt };
}

const NEWEST_THREAD = 'order by c.last_message_at desc nulls last, c.id desc limit 1';

/**
 * Returns the statement that reads the contacts of one kind, each with the newest thread that is linked to it, or else with the newest
 * one of its number that is linked to nobody: a number may write before a lead with it is made. Each clue looks its contacts up in an
 * index of its own, and only the records that a clue has found are read with their threads. Null: there is no clue.
 */
function contactsSql<T>(source: ContactSource<T>, clues: Clues, parameter: Parameter): string | null {
  const found = foundBy(source, clues, parameter);
  if (found.length === 0) return null;
  const { select, from } = source.kind;
  return `select ${select}, coalesce(linked.id, unlinked.id) as "conversation",
    coalesce(linked.last_message_at, unlinked.last_message_at) as "lastActiveAt", ${isBlocked('t.phone')} as "textingBlocked"
    from ${from}
    left join lateral (select c.id, c.last_message_at from conversations c
      where c.shop_id = $1 and c.${source.ofThread} = t.id ${NEWEST_THREAD}
    ) linked on true
    left join lateral (select c.id, c.last_message_at from conversations c
      where linked.id is null and c.shop_id = $1 and c.contact_number = t.phone and c.customer_id is null and c.lead_id is null
      ${NEWEST_THREAD}
    ) unlinked on true
    where t.shop_id = $1 and t.id = any (array(${found.join(' union ')}))`;
}

function foundBy<T>(
  { kind, nameLines }: Pick<ContactSource<T>, 'kind' | 'nameLines'>,
  { phone, email, name }: Clues,
  parameter: Parameter,
): string[] {
  const select = (condition: string, order: string): string => `(select t.id from ${kind.table.name} t
    where t.shop_id = $1 and ${condition} ${conditionOf(kind)} order by ${order}t.created_at desc, t.id desc limit ${MOST_FOUND})`;
  const words = nameWords(name ?? '');
  const search = searchSql(
    words.map((word) => [word]),
    parameter,
  );
  return [
    ...(phone ? [select(`t.phone = ${parameter(phone)}`, '')] : []),
    ...(email ? [select(`t.email = ${parameter(email)}`, '')] : []),
    // The search text holds the e-mail and the phone, too. Every word must be in the names.
    ...(search === null
      ? []
      : [
          select(
            `${search} and (select bool_and(strpos(${nameLines}, w) > 0) from unnest(${parameter(words)}::text[]) w)`,
            `length(${nameLines}), `,
          ),
        ]),
  ];
}

/** The most recently active thread of a number that belongs to no customer and no lead. */
const STRANGER = statement(
  'comms.stranger',
  `select t.id, t.contact_number as "phone", t.last_message_at as "lastActiveAt", t.created_at as "createdAt",
    ${isBlocked('t.contact_number')} as "textingBlocked"
  from conversations t
  where t.shop_id = $1 and t.contact_number = $2 and t.customer_id is null and t.lead_id is null
  order by t.last_message_at desc nulls last, t.id desc limit 1`,
);

interface Stranger extends Pick<Contact, 'lastActiveAt' | 'createdAt' | 'textingBlocked'> {
  readonly id: ConversationId;
  readonly phone: E164;
}

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
    const sources = [this.find(shop, clues, CUSTOMER_SOURCE), this.find(shop, clues, LEAD_SOURCE), this.strangers(shop, clues)];
    const [customers = [], leads = [], strangers = []] = await Promise.all(sources);
    const known = [...customers, ...leads];
    // A thread that nobody has linked yet is not a stranger's if somebody has its number.
    return [...known, ...strangers.filter(({ phone }) => known.every((one) => one.phone !== phone))];
  }

  override async ofNumber(shop: ShopId, number: E164): Promise<NumberOwner> {
    const [row] = await this.database.read<{ customerId: CustomerId | null; leadId: LeadId | null }>(OF_NUMBER, [shop, number]);
    const { customerId = null, leadId = null } = row ?? {};
    return { customerId, leadId: customerId === null ? leadId : null };
  }

  private async strangers(shop: ShopId, { phone }: Clues): Promise<Contact[]> {
    if (!phone) return [];
    const rows = await this.database.read<Stranger>(STRANGER, [shop, phone]);
    return rows.map((row) => ({ ...row, kind: 'thread', name: row.phone, names: [], email: null, conversation: row.id }));
  }

  private async find<T extends object>(shop: ShopId, clues: Clues, source: ContactSource<T>): Promise<Contact[]> {
    const values: unknown[] = [shop];
    const text = contactsSql(source, clues, (value) => `$${values.push(value)}`);
    if (text === null) return [];
    const rows = await this.database.read<T & Activity>(this.statements.of(text), values);
    return rows.map(source.contactOf);
  }
}
