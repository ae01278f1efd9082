import { Deliveries, DeliveryBell, DueDeliveries } from '../../../application/areas/webhooks/deliveries.js';
import { Webhooks } from '../../../application/areas/webhooks/webhooks.js';
import { EventCatalogue } from '../../../application/kernel/events/event-catalogue.js';
import { Clock, Ids } from '../../../application/kernel/ports/ports.js';
import { provide } from '../../../application/kernel/provide.js';
import { DAY_MS } from '../../../domain/shared/instant.js';
import { Webhooks1795403000100 } from '../../migrations/1795403000100-webhooks.js';
import { RemovedWebhooks1795403100000 } from '../../migrations/1795403100000-removed-webhooks.js';
import { Database } from '../../storage/database.js';
import { erasing, rowsIn } from '../../storage/erasure/eraser.js';
import { anywhere } from '../../storage/lists/search-pattern.js';
import { outboxTable } from '../../storage/outbox/outbox.entity.js';
import { storage } from '../../storage/storage.js';
import { PostgresDeliveries, PostgresFanOut } from './postgres-deliveries.js';
import { PostgresDueDeliveries } from './postgres-due-deliveries.js';
import { PostgresWebhooks } from './postgres-webhooks.js';
import { deliveryTable, webhookTable } from './webhook.entity.js';

/** `$1` shop, `$2` the events about the person, `$3` texts that name the person, as patterns. */
const EMPTY = `update webhook_deliveries t set response_body = null
  where t.shop_id = $1 and t.response_body is not null and (t.event_id = any($2::uuid[]) or t.response_body like any($3::text[]))`;

/**
 * The answers of subscribers may repeat what they were sent. Those to events that are pruned already are known by the contacts in
 * them. A delivery that still waits reads its event when it is sent.
 */
const erasure = erasing(deliveryTable, async ({ client, person, events }) => {
  const named = [person.customer, ...person.numbers, ...person.emails];
  return rowsIn(await client.query(EMPTY, [person.shop, events, named.map(anywhere)]));
});

const deliveryErasure = { ...erasure, after: [outboxTable] };

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
