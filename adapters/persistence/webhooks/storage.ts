import { DAY_MS } from '../kept/kept-rows.js';
import { storage } from '../storage.js';
import { Webhooks1795403000100 } from './1795403000100-webhooks.js';
import { deliveryTable } from './delivery.table.js';
import { webhookTable } from './webhook.table.js';

export const webhooksStorage = storage({
  migrations: [Webhooks1795403000100],
  tables: [webhookTable, deliveryTable],
  kept: [{ table: deliveryTable, since: 'createdAt', keptMs: 30 * DAY_MS, where: "t.status <> 'pending'" }],
});
