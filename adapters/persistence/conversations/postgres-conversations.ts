import {
  Conversations,
  type ConversationDetail,
  type ConversationFilter,
} from '../../../application/conversations/conversations.js';
import type { Announced } from '../../../application/events/announcer.js';
import type { OffsetSlice } from '../../../application/operation/page.js';
import type { Conversation } from '../../../domain/conversations/conversation.js';
import type { ConversationId, ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../connection/database.js';
import { RecordStore } from '../records/record-store.js';
import { CONVERSATION_KIND } from './conversation.kind.js';
import { ConversationPages } from './conversation.pages.js';
import { readDetail } from './conversation.reads.js';

export class PostgresConversations extends Conversations {
  private readonly store: RecordStore<Conversation>;
  private readonly pages: ConversationPages;

  constructor(private readonly database: Database) {
    super();
    this.store = new RecordStore(database, CONVERSATION_KIND);
    this.pages = new ConversationPages(database);
  }

  override find(shop: ShopId, id: ConversationId): Promise<Conversation | null> {
    return this.store.find(shop, id);
  }

  override detail(shop: ShopId, id: ConversationId): Promise<ConversationDetail | null> {
    return readDetail(this.database, shop, id);
  }

  override list(shop: ShopId, filter: ConversationFilter, limit: number, offset: number): Promise<OffsetSlice<Conversation>> {
    return this.pages.list(shop, filter, limit, offset);
  }

  override change(
    shop: ShopId,
    id: ConversationId,
    change: (thread: Conversation) => Announced<Conversation>,
  ): Promise<Conversation | null> {
    return this.store.change(shop, id, change);
  }
}
