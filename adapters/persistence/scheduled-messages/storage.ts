import { provide } from '../../../application/provide.js';
import { ScheduledMessages } from '../../../application/scheduled-messages/scheduled-messages.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { ScheduledMessages1795387463000 } from './1795387463000-scheduled-messages.js';
import { PostgresScheduledMessages } from './postgres-scheduled-messages.js';
import { scheduledMessageTable } from './scheduled-message.table.js';
import { scheduledMessageErasure } from './scheduled-message.erasure.js';

export const scheduledMessagesStorage = storage({
  migrations: [ScheduledMessages1795387463000],
  tables: [scheduledMessageTable],
  due: [{ work: 'scheduled_messages.send', table: scheduledMessageTable }],
  erases: [scheduledMessageErasure],
  provides: [provide(ScheduledMessages, PostgresScheduledMessages, [Database])],
});
