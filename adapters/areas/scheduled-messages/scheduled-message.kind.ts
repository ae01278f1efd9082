import type { ScheduledMessage } from '../../../domain/scheduled-messages/scheduled-message.js';
import { plainKind } from '../../storage/records/record-kind.js';
import { scheduledMessageTable } from './scheduled-message.table.js';

/** Only a message that waits is due. The relay takes the time from the row when it hands the message on. */
export const SCHEDULED_MESSAGE_KIND = plainKind<ScheduledMessage>({
  table: scheduledMessageTable,
  derived: { dueAt: ({ status, sendAt }) => (status === 'scheduled' ? sendAt : null) },
  counted: { list: 'scheduled_messages', buckets: ({ status }) => [status] },
});
