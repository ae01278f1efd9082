import {
  CONVERSATIONS,
  Conversations,
  ThreadKnown,
  type CallPerson,
  type ConversationDetail,
  type ConversationFilter,
  type ListedThread,
  type WithMessages,
} from '../../../application/areas/inbox/conversations.js';
import type { ShownContact } from '../../../application/areas/inbox/shown-contact.js';
import type { Announced } from '../../../application/kernel/events/announcer.js';
import type { ChangedRows, ChangesAsked } from '../../../application/kernel/operation/changes-page.js';
import type { OffsetSlice } from '../../../application/kernel/operation/page.js';
import type { Conversation } from '../../../domain/inbox/conversation.js';
import type { ConversationId, CustomerId, ShopId } from '../../../domain/shared/id.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import type { Database } from '../../storage/database.js';
import { GIVEN_IDS, recordsSql } from '../../storage/records/by-key.js';
import { ExternalIds } from '../../storage/records/external-ids.js';
import { BurstStore } from '../../storage/records/burst-store.js';
import { RecordStore } from '../../storage/records/record-store.js';
import { statement, type Statement } from '../../storage/statement.js';
import { nested, nestedRows } from '../../storage/tables/table.js';
import { Together, type TogetherOutcome } from '../../storage/records/together.js';
import { CUSTOMER_KIND, customerTable } from '../customers/customer.entity.js';
import { providerIdOnce } from '../texting/message.entity.js';
import { optOutIn, optOutOf } from '../texting/opt-out.entity.js';
import { CONVERSATION_KIND } from './conversation.entity.js';
import { contactSelect, contactsOf, ConversationPages } from './conversation.pages.js';

const CUSTOMER = `select ${CUSTOMER_KIND.select} from ${CUSTOMER_KIND.from}
  where t.shop_id = $1 and t.id = (select c.customer_id from conversations c where c.shop_id = $1 and c.id = $2)`;

const PHONE = '(select p.phone from customers p where p.shop_id = $1 and p.id = t.customer_id)';

const DETAIL = statement(
  'conversations.detail',
  `select ${CONVERSATION_KIND.select}, ${nested(CUSTOMER)} as "customers",
    ${optOutOf(`coalesce(t.contact_number, ${PHONE})`)} as "optOuts", ${optOutOf(PHONE)} as "customerOptOuts"
  from ${CONVERSATION_KIND.from} where t.shop_id = $1 and t.id = $2`,
);

interface Joined {
  readonly customers: readonly NonNullable<ConversationDetail['customer']>[];
  readonly optOuts: readonly OptOut[];
  readonly customerOptOuts: readonly OptOut[];
}

/** Reads a thread with its customer by one statement, and so from one snapshot. */
async function readDetail(database: Database, shop: ShopId, id: ConversationId): Promise<ConversationDetail | null> {
  const [row] = await database.read<Conversation & Joined>(DETAIL, [shop, id]);
  if (!row) return null;
  const { customers, optOuts, customerOptOuts, ...conversation } = row;
  const [customer = null] = nestedRows(customerTable, customers);
  return { conversation, customer, optOut: optOutIn(optOuts), customerOptOut: optOutIn(customerOptOuts) };
}

type Extended = WithMessages['thread'] & Pick<WithMessages, 'messages'>;

const SELECT = `select ${CONVERSATION_KIND.select} from ${CONVERSATION_KIND.from}`;
/** @param number SQL of the number */
function ofNumberSql(number: string): string {
  return `${SELECT}
  where t.shop_id = $1 and t.contact_number = ${number} and t.channel = 'sms' order by t.created_at desc, t.id desc limit 1`;
}

const OF_NUMBER = statement('conversations.of_number', ofNumberSql('$2'));
const OF_NUMBERS = statement(
  'conversations.of_numbers',
  `select wanted.number as wanted, thread.* from unnest($2::text[]) as wanted (number)
  cross join lateral (${ofNumberSql('wanted.number')}) thread`,
);
const OF_CALLS = statement(
  'conversations.of_calls',
  `${SELECT}
  where t.shop_id = $1 and t.channel = 'call' and (t.contact_number = $2 or t.customer_id = $3 or t.lead_id = $4)
  order by t.created_at desc, t.id desc limit 1`,
);
/** The threads of one customer are few. */
const OF_EMAILS = statement(
  'conversations.of_emails',
  `${SELECT}
  where t.shop_id = $1 and t.customer_id = $2 and t.channel = 'email' order by t.created_at desc, t.id desc limit 1`,
);

const CONTACTS = statement(
  'conversations.contacts',
  recordsSql(GIVEN_IDS, {
    select: `t.id, ${contactSelect('t.contact_number', 't.contact_email')}`,
    from: `conversations t
      left join customers c on c.shop_id = t.shop_id and c.id = t.customer_id
      left join leads l on l.shop_id = t.shop_id and l.id = t.lead_id`,
  }),
);
const OWNERLESS = statement(
  'conversations.ownerless',
  'select t.id from conversations t where t.shop_id = $1 and t.contact_number = $2 and t.customer_id is null',
);

export class PostgresConversations extends Conversations {
  private readonly store: RecordStore<Conversation>;
  private readonly burst: BurstStore<Conversation>;
  private readonly pages: ConversationPages;
  private readonly numbers: Together<string, Conversation | null>;

  constructor(private readonly database: Database) {
    super();
    const externalIds = new ExternalIds(database, CONVERSATION_KIND, CONVERSATIONS);
    this.store = new RecordStore(database, CONVERSATION_KIND, (...given) => externalIds.named(...given));
    this.burst = new BurstStore(database, CONVERSATION_KIND, this.store);
    this.pages = new ConversationPages(database);
    this.numbers = new Together(database, {
      alone: (shop, number) => this.newest(OF_NUMBER, [shop, number]),
      many: (shop, numbers) => this.ofNumbers(shop, numbers),
    });
  }

  override async add(shop: ShopId, { thread, messages }: WithMessages): Promise<Conversation> {
    const added = await providerIdOnce(this.burst.addUnlessThere(shop, thread, messages));
    if (!added) throw new ThreadKnown();
    return added;
  }

  override extend(
    shop: ShopId,
    id: ConversationId,
    change: (thread: Conversation) => WithMessages,
  ): Promise<Conversation | null> {
    const decide = (before: Conversation): Extended => {
      const { thread: decision, messages } = change(before);
      return { ...decision, messages };
    };
    return providerIdOnce(this.burst.change(shop, id, decide, ({ messages }) => messages));
  }

  override async ownerless(shop: ShopId, number: string): Promise<readonly ConversationId[]> {
    const rows = await this.database.read<{ readonly id: ConversationId }>(OWNERLESS, [shop, number]);
    return rows.map(({ id }) => id);
  }

  override ofNumber(shop: ShopId, number: string): Promise<Conversation | null> {
    return this.numbers.run(shop, number);
  }

  override ofEmails(shop: ShopId, customer: CustomerId): Promise<Conversation | null> {
    return this.newest(OF_EMAILS, [shop, customer]);
  }

  override ofCalls(shop: ShopId, number: string, { customerId, leadId }: CallPerson): Promise<Conversation | null> {
    return this.newest(OF_CALLS, [shop, number, customerId, leadId]);
  }

  override find(shop: ShopId, id: ConversationId): Promise<Conversation | null> {
    return this.store.find(shop, id);
  }

  override detail(shop: ShopId, id: ConversationId): Promise<ConversationDetail | null> {
    return readDetail(this.database, shop, id);
  }

  override async contacts(shop: ShopId, threads: readonly ConversationId[]): Promise<ReadonlyMap<string, ShownContact>> {
    return contactsOf(await this.database.read(CONTACTS, [shop, threads]));
  }

  override list(shop: ShopId, filter: ConversationFilter, limit: number, offset: number): Promise<OffsetSlice<ListedThread>> {
    return this.pages.list(shop, filter, limit, offset);
  }

  override changes(shop: ShopId, filter: ConversationFilter, asked: ChangesAsked): Promise<ChangedRows<ListedThread>> {
    return this.pages.changes(shop, filter, asked);
  }

  override change(
    shop: ShopId,
    id: ConversationId,
    change: (thread: Conversation) => Announced<Conversation>,
  ): Promise<Conversation | null> {
    return this.store.change(shop, id, change);
  }

  private async ofNumbers(shop: ShopId, numbers: readonly string[]): Promise<TogetherOutcome<Conversation | null>[]> {
    const rows = await this.database.read<Conversation & { readonly wanted: string }>(OF_NUMBERS, [shop, numbers]);
    const threads = new Map(rows.map(({ wanted, ...thread }) => [wanted, thread]));
    return numbers.map((number) => ({ kind: 'done', result: threads.get(number) ?? null }));
  }

  private async newest(query: Statement, values: readonly unknown[]): Promise<Conversation | null> {
    const [thread] = await this.database.read<Conversation>(query, values);
    return thread ?? null;
  }
}
