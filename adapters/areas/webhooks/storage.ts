import { Deliveries } from '../../../application/areas/webhooks/deliveries.js';
import { DeliveryBell } from '../../../application/areas/webhooks/delivery-bell.js';
import { DueDeliveries } from '../../../application/areas/webhooks/due-deliveries.js';
import { Webhooks } from '../../../application/areas/webhooks/webhooks.js';
import { EventCatalogue } from '../../../application/kernel/events/event-catalogue.js';
import { Clock } from '../../../application/kernel/ports/clock.js';
import { Ids } from '../../../application/kernel/ports/ids.js';
import { provide } from '../../../application/kernel/provide.js';
import { Webhooks1795403000100 } from '../../migrations/1795403000100-webhooks.js';
import { RemovedWebhooks1795403100000 } from '../../migrations/1795403100000-removed-webhooks.js';
import { Database } from '../../storage/database.js';
import { DAY_MS } from '../../storage/retention/kept-rows.js';
import { storage } from '../../storage/storage.js';
import { deliveryErasure } from './delivery.erasure.js';
import { deliveryTable } from './delivery.table.js';
import { PostgresDeliveries } from './postgres-deliveries.js';
import { PostgresDueDeliveries } from './postgres-due-deliveries.js';
import { PostgresFanOut } from './postgres-fan-out.js';
import { PostgresWebhooks } from './postgres-webhooks.js';
import { webhookTable } from './webhook.table.js';

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
