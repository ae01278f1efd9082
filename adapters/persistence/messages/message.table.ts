import type { Message } from '../../../domain/messages/message.js';
import { instant, orNull, shopKey, table, text, uuid, uuidKey, type Stored } from '../table.js';

export const messageTable = table<Omit<Stored<Message>, 'version'>>('messages', {
  shopId: shopKey,
  id: uuidKey(),
  conversationId: uuid('conversation_id'),
  direction: text(),
  body: orNull(text()),
  from: orNull(text()),
  to: orNull(text()),
  status: text(),
  createdAt: instant('created_at'),
});
