import { randomUUID } from 'node:crypto';
import type { TestService, TestShop } from '../service.js';
import { insert } from './insert.js';

export interface ConversationRow {
  readonly id: string;
  readonly customer_id: string | null;
  readonly lead_id: string | null;
  readonly subject: string | null;
  readonly contact_number: string | null;
}

/** Stores an open thread of text messages that is not linked to a customer or a lead. */
export function aConversation(
  service: TestService,
  shop: Pick<TestShop, 'id'>,
  fields: Partial<ConversationRow> = {},
): Promise<ConversationRow> {
  const row = {
    shop_id: shop.id,
    id: randomUUID(),
    customer_id: null,
    lead_id: null,
    channel: 'sms',
    status: 'open',
    subject: null,
    contact_number: null,
    pinned: false,
    is_ai_managed: false,
    created_at: '2026-01-01T09:00:00.000Z',
    version: 1,
  };
  return insert(service, 'conversations', { ...row, ...fields });
}

export interface MessageRow {
  readonly id: string;
  readonly conversation_id: string;
}

/** Stores an inbound message of a thread. */
export function aMessage(
  service: TestService,
  shop: Pick<TestShop, 'id'>,
  thread: Pick<ConversationRow, 'id'>,
): Promise<MessageRow> {
  const row = { direction: 'inbound', body: 'Is it ready?', status: 'received', created_at: '2026-01-01T09:00:00.000Z' };
  return insert(service, 'messages', { shop_id: shop.id, id: randomUUID(), conversation_id: thread.id, ...row });
}
