import { DAY_MS } from '../kept/kept-rows.js';
import { provide } from '../../../application/provide.js';
import { Deliveries } from '../../../application/webhooks/deliveries.js';
import { Webhooks } from '../../../application/webhooks/webhooks.js';
import { EventCatalogue } from '../../../application/events/event-catalogue.js';
import { Clock } from '../../../application/ports/clock.js';
import { Ids } from '../../../application/ports/ids.js';
import { DeliveryBell } from '../../../application/webhooks/delivery-bell.js';
import { DueDeliveries } from '../../../application/webhooks/due-deliveries.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { Webhooks1795403000100 } from './1795403000100-webhooks.js';
import { RemovedWebhooks1795403100000 } from './1795403100000-removed-webhooks.js';
import { deliveryTable } from './delivery.table.js';
import { PostgresDeliveries } from './postgres-deliveries.js';
import { PostgresWebhooks } from './postgres-webhooks.js';
import { PostgresDueDeliveries } from './postgres-due-deliveries.js';
import { PostgresFanOut } from './postgres-fan-out.js';
import { webhookTable } from './webhook.table.js';
import { deliveryErasure } from './delivery.erasure.js';

export const webhooksStorage = storage({
  migrations: [Webhooks1795403000100, RemovedWebhooks1795403100000],
  tables: [webhookTable, deliveryTable],
  kept: [{ table: deliveryTable, since: 'createdAt', keptMs: 30 * DAY_MS, where: "t.status <> 'pending'" }],
  erases: [deliveryErasure],
  impersonal: [webhookTable],
  due: [{ work: 'webhooks.clean_up', table: webhookTable }],
  followers: [provide(PostgresFanOut, PostgresFanOut, [Ids, Clock, DeliveryBell, EventCatalogue])],
  provides: [
    provide(Webhooks, PostgresWebhooks, [Database]),
    provide(Deliveries, PostgresDeliveries, [Database]),
    provide(DueDeliveries, PostgresDueDeliveries, [Database]),
  ],
});
