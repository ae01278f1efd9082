import type { Message } from '../../../domain/messages/message.js';
import {
  flag,
  instant,
  orNull,
  provenance,
  shopKey,
  table,
  text,
  uuid,
  uuidKey,
  type Provenance,
  type Stored,
} from '../tables/table.js';

export const messageTable = table<Omit<Stored<Message>, 'version'> & Provenance>('messages', {
  shopId: shopKey,
  id: uuidKey(),
  conversationId: uuid('conversation_id'),
  direction: text(),
  body: orNull(text()),
  from: orNull(text()),
  to: orNull(text()),
  status: text(),
  automated: { ...flag(), default: false },
  createdAt: instant('created_at'),
  ...provenance,
});
