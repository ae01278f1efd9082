import { randomUUID } from 'node:crypto';
import { SCHEDULED_MESSAGE_KIND } from '../../../adapters/areas/texting/scheduled-message.entity.js';
import type { ScheduledMessageId } from '../../../domain/shared/id.js';
import type { ScheduledMessage } from '../../../domain/texting/scheduled-message.js';
import type { TestService, TestShop } from '../service.js';
import { at } from '../test-clock.js';
import { stored } from './stored.js';

/** Stores a text to a stranger that waits for the day after the clock of a new test service. */
export function aScheduledMessage(
  service: Pick<TestService, 'sql'>,
  shop: Pick<TestShop, 'id'>,
  fields: Partial<ScheduledMessage> = {},
): Promise<ScheduledMessage> {
  const sendAt = fields.sendAt ?? at('2026-03-03T15:00:00.000Z');
  return stored(service, shop, SCHEDULED_MESSAGE_KIND, {
    id: randomUUID() as ScheduledMessageId, // safe: an id is a UUID
    conversationId: null,
    customerId: null,
    channel: 'sms',
    purpose: 'business',
    body: 'Your car is ready. Reply to this text to reach us.',
    subject: null,
    to: '+16135550142',
    scheduledFor: sendAt,
    sendAt,
    status: 'scheduled',
    error: null,
    linksRemoved: false,
    removedLinks: [],
    scheduledBy: null,
    automationId: null,
    messageId: null,
    held: null,
    createdAt: at('2026-03-01T09:00:00.000Z'),
    ...fields,
  });
}
