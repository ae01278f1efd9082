import { randomUUID } from 'node:crypto';
import { CONVERSATION_KIND } from '../../../adapters/areas/inbox/conversation.entity.js';
import type { Conversation } from '../../../domain/inbox/conversation.js';
import type { TestService, TestShop } from '../service.js';
import { aThread } from './a-thread.js';
import { insert } from './insert.js';
import { stored } from './stored.js';

/** Stores a thread like that of `aThread`. */
export function aConversation(
  service: Pick<TestService, 'sql'>,
  shop: Pick<TestShop, 'id'>,
  fields: Partial<Conversation> = {},
): Promise<Conversation> {
  // The service begins only one thread for a number. Imported threads may be several, and so may those of a test.
  return stored(service, shop, CONVERSATION_KIND, aThread(fields), 'import');
}

export interface MessageRow {
  readonly id: string;
  readonly conversation_id: string;
}

/** Stores an inbound message of a thread. */
export function aMessage(
  service: TestService,
  shop: Pick<TestShop, 'id'>,
  thread: Pick<Conversation, 'id'>,
): Promise<MessageRow> {
  const row = { direction: 'inbound', body: 'Is it ready?', status: 'received', created_at: '2026-01-01T09:00:00.000Z' };
  return insert(service, 'messages', { shop_id: shop.id, id: randomUUID(), conversation_id: thread.id, ...row });
}
