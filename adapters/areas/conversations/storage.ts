import { Conversations } from '../../../application/areas/conversations/conversations.js';
import { CONVERSATIONS } from '../../../application/areas/conversations/records.js';
import { provide } from '../../../application/kernel/provide.js';
import { Inbox1764100000000 } from '../../migrations/1764100000000-inbox.js';
import { SearchAtOnce1795391400000 } from '../../migrations/1795391400000-search-at-once.js';
import { CallThreads1795399310000 } from '../../migrations/1795399310000-call-threads.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { conversationErasure } from './conversation.erasure.js';
import { CONVERSATION_KIND } from './conversation.kind.js';
import { conversationTable } from './conversation.table.js';
import { PostgresConversations } from './postgres-conversations.js';

export const conversationsStorage = storage({
  migrations: [Inbox1764100000000, SearchAtOnce1795391400000, CallThreads1795399310000],
  tables: [conversationTable],
  kinds: [stored(CONVERSATIONS, CONVERSATION_KIND)],
  erases: [conversationErasure],
  provides: [provide(Conversations, PostgresConversations, [Database])],
});
