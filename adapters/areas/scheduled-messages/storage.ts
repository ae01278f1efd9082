import { ScheduledMessages } from '../../../application/areas/scheduled-messages/scheduled-messages.js';
import { provide } from '../../../application/kernel/provide.js';
import { ScheduledMessages1795387463000 } from '../../migrations/1795387463000-scheduled-messages.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { PostgresScheduledMessages } from './postgres-scheduled-messages.js';
import { scheduledMessageErasure } from './scheduled-message.erasure.js';
import { scheduledMessageTable } from './scheduled-message.table.js';

export const scheduledMessagesStorage = storage({
  migrations: [ScheduledMessages1795387463000],
  tables: [scheduledMessageTable],
  due: [{ work: 'scheduled_messages.send', table: scheduledMessageTable }],
  erases: [scheduledMessageErasure],
  provides: [provide(ScheduledMessages, PostgresScheduledMessages, [Database])],
});
