import type { EntitySchema } from 'typeorm';
import { apiKeyTable, shopTable } from './access/access.tables.js';
import { shopSettingsTable } from './access/shop-settings.table.js';
import { callTable } from './calls/call.table.js';
import { conversationTable } from './conversations/conversation.table.js';
import { customerTable } from './customers/customer.table.js';
import { importRunTable } from './imports/import-run.table.js';
import { invoiceTable } from './invoices/invoice.table.js';
import { jobTable } from './jobs/job.table.js';
import { leadTable, leadTimelineTable } from './leads/lead.tables.js';
import { messageTable } from './messages/message.table.js';
import { idempotencyKeyTable, outboxTable, recordCountTable } from './outbox/plumbing.tables.js';
import { phoneNumberTable } from './phone-numbers/phone-number.table.js';
import { quoteTable } from './quotes/quote.table.js';
import { reviewTable } from './reviews/review.table.js';
import { serviceTable } from './services/service.table.js';
import { staffTable } from './staff/staff.table.js';
import { taskTable } from './tasks/task.table.js';
import { vehicleTable, vinDecodeTable } from './vehicles/vehicle.tables.js';

/** Every table there is: what the migrations build is compared with it. */
export const tables: EntitySchema[] = [
  ...[shopTable, apiKeyTable, vinDecodeTable, staffTable, customerTable, leadTable, leadTimelineTable, vehicleTable],
  ...[quoteTable, invoiceTable, serviceTable, reviewTable, callTable, phoneNumberTable, shopSettingsTable, importRunTable],
  ...[conversationTable, messageTable, jobTable, taskTable, recordCountTable, outboxTable, idempotencyKeyTable],
].map(({ schema }) => schema);
