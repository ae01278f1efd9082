import { Conversations } from '../../../application/conversations/conversations.js';
import { CONVERSATIONS } from '../../../application/conversations/records.js';
import { provide } from '../../../application/provide.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { stored } from '../transfer/stored-kinds.js';
import { Inbox1764100000000 } from './1764100000000-inbox.js';
import { SearchAtOnce1795391400000 } from './1795391400000-search-at-once.js';
import { CallThreads1795399310000 } from './1795399310000-call-threads.js';
import { CONVERSATION_KIND } from './conversation.kind.js';
import { conversationTable } from './conversation.table.js';
import { PostgresConversations } from './postgres-conversations.js';
import { conversationErasure } from './conversation.erasure.js';

export const conversationsStorage = storage({
  migrations: [Inbox1764100000000, SearchAtOnce1795391400000, CallThreads1795399310000],
  tables: [conversationTable],
  kinds: [stored(CONVERSATIONS, CONVERSATION_KIND)],
  erases: [conversationErasure],
  provides: [provide(Conversations, PostgresConversations, [Database])],
});
