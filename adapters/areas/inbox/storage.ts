import { Contacts } from '../../../application/areas/inbox/contacts.js';
import { CONVERSATIONS, Conversations } from '../../../application/areas/inbox/conversations.js';
import { provide } from '../../../application/kernel/provide.js';
import { Inbox1764100000000 } from '../../migrations/1764100000000-inbox.js';
import { SearchAtOnce1795391400000 } from '../../migrations/1795391400000-search-at-once.js';
import { CallThreads1795399310000 } from '../../migrations/1795399310000-call-threads.js';
import { Database } from '../../storage/database.js';
import { emptied, isOneOf, isRowOf } from '../../storage/erasure/eraser.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { leadTable } from '../leads/lead.entity.js';
import { THREAD_CONTACT, THREAD_NAMES } from '../tasks/task.entity.js';
import { CONVERSATION_KIND, conversationTable } from './conversation.entity.js';
import { PostgresContacts } from './postgres-contacts.js';
import { PostgresConversations } from './postgres-conversations.js';

/** The `ThreadNames` of the thread `t`. */
const NAMES = `(select ${THREAD_NAMES} from conversations thread ${THREAD_CONTACT}
  where thread.shop_id = t.shop_id and thread.id = t.id)`;

/** A thread with the person's number is about the person, also where it stands with somebody who had the number before. */
const conversationErasure = emptied({
  table: conversationTable,
  after: [leadTable],
  about: ({ customer, numbers, emails, rowsOf }, parameter) =>
    [
      `t.customer_id = ${parameter(customer)}`,
      isRowOf('t.lead_id', rowsOf(leadTable), parameter),
      isOneOf('t.contact_number', numbers, parameter),
      isOneOf('t.contact_email', emails, parameter),
    ].join(' or '),
  to: { subject: 'null', contactNumber: 'null', contactEmail: 'null', searchText: `''`, externalId: 'null', metadata: `'{}'` },
});

export const inboxStorage = storage({
  migrations: [Inbox1764100000000, SearchAtOnce1795391400000, CallThreads1795399310000],
  tables: [conversationTable],
  kinds: [stored(CONVERSATIONS, { ...CONVERSATION_KIND, facts: { names: NAMES } })],
  erases: [conversationErasure],
  provides: [provide(Conversations, PostgresConversations, [Database]), provide(Contacts, PostgresContacts, [Database])],
});
