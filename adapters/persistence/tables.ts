import type { EntitySchema } from 'typeorm';
import { apiKeyTable, shopTable } from './access/access.tables.js';
import { conversationTable } from './conversations/conversation.table.js';
import { customerTable } from './customers/customer.table.js';
import { jobTable } from './jobs/job.table.js';
import { leadTable, leadTimelineTable } from './leads/lead.tables.js';
import { messageTable } from './messages/message.table.js';
import { idempotencyKeyTable, outboxTable, recordCountTable } from './outbox/plumbing.tables.js';
import { staffTable } from './staff/staff.table.js';
import { taskTable } from './tasks/task.table.js';
import { vehicleTable, vinDecodeTable } from './vehicles/vehicle.tables.js';

/** Every table there is: what the migrations build is compared with it. */
export const tables: EntitySchema[] = [
  ...[shopTable, apiKeyTable, vinDecodeTable, staffTable, customerTable, leadTable, leadTimelineTable, vehicleTable],
  ...[conversationTable, messageTable, jobTable, taskTable, recordCountTable, outboxTable, idempotencyKeyTable],
].map(({ schema }) => schema);
