import { randomUUID } from 'node:crypto';
import { MESSAGE_KIND } from '../../../adapters/areas/texting/message.entity.js';
import type { Conversation } from '../../../domain/inbox/conversation.js';
import type { MessageId } from '../../../domain/shared/id.js';
import type { Message, ThreadMessage } from '../../../domain/texting/message.js';
import type { TestService, TestShop } from '../service.js';
import { at } from '../test-clock.js';
import { stored } from './stored.js';

/** Stores a message of a thread. Without other fields it is inbound and has no addresses. */
export function aStoredMessage(
  service: Pick<TestService, 'sql'>,
  shop: Pick<TestShop, 'id'>,
  thread: Pick<Conversation, 'id' | 'channel' | 'customerId'>,
  fields: Partial<Message> = {},
): Promise<ThreadMessage> {
  return stored(service, shop, MESSAGE_KIND, {
    id: randomUUID() as MessageId, // safe: an id is a UUID
    conversationId: thread.id,
    channel: thread.channel,
    customerId: thread.customerId,
    held: null,
    direction: 'inbound',
    body: 'Is it ready?',
    from: null,
    to: null,
    status: fields.direction === 'outbound' ? 'sent' : 'received',
    error: null,
    media: [],
    mediaSources: [],
    segments: null,
    automated: false,
    keywordAnswer: false,
    sentBy: null,
    providerId: null,
    attempts: 0,
    dueAt: null,
    createdAt: at('2026-03-01T09:00:00.000Z'),
    ...fields,
  });
}
