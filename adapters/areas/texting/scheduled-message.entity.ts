import { ERASED } from '../../../application/areas/customers/erasures.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { ScheduledMessage } from '../../../domain/texting/scheduled-message.js';
import { plainKind } from '../../storage/records/record-kind.js';
import {
  flag,
  instant,
  integer,
  json,
  orNull,
  shopKey,
  table,
  text,
  uuid,
  uuidKey,
  type Stored,
} from '../../storage/tables/table.js';
import { heldSql, wayOfSql } from '../outgoing/pause.entity.js';

export const scheduledMessageTable = table<Stored<Omit<ScheduledMessage, 'held'>> & { readonly dueAt: Instant | null }>(
  'scheduled_messages',
  {
    shopId: shopKey,
    id: uuidKey(),
    conversationId: orNull(uuid('conversation_id')),
    customerId: orNull(uuid('customer_id')),
    channel: text(),
    purpose: { ...text(), default: 'business' },
    body: text(),
    subject: orNull(text()),
    to: text(),
    scheduledFor: instant('scheduled_for'),
    sendAt: instant('send_at'),
    dueAt: orNull(instant('due_at')),
    status: text(),
    error: orNull(text()),
    linksRemoved: flag('links_removed'),
    removedLinks: { ...json('removed_links'), default: [] },
    scheduledBy: orNull(uuid('scheduled_by')),
    automationId: orNull(uuid('automation_id')),
    messageId: orNull(uuid('message_id')),
    createdAt: instant('created_at'),
    version: integer(),
  },
);

/** The values of a scheduled message that was emptied. */
export const EMPTIED_SCHEDULED_MESSAGE = {
  body: `'${ERASED}'`,
  removedLinks: `'[]'`,
  subject: 'null',
  to: `'${ERASED}'`,
} as const;

/**
 * Only a message that waits is due. The relay takes the time from the row when it hands the message on. A change of another field
 * does not set it again, or the message would be handed on twice.
 */
const PLAIN = plainKind<ScheduledMessage>({
  table: scheduledMessageTable,
  derived: { dueAt: ({ status, sendAt }) => (status === 'scheduled' ? sendAt : null) },
  keptWith: { dueAt: 'sendAt' },
  counted: { list: 'scheduled_messages', buckets: ({ status }) => [status] },
});
export const SCHEDULED_MESSAGE_KIND: typeof PLAIN = {
  ...PLAIN,
  select: `${PLAIN.select}, ${heldSql(`t.status in ('scheduled', 'sending')`, wayOfSql('t.channel'))}`,
};
