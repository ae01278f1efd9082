import type { Delivery } from '../../../domain/webhooks/delivery.js';
import { instant, integer, orNull, shopKey, table, text, uuid, uuidKey } from '../../storage/tables/table.js';

export const deliveryTable = table<Delivery & { readonly shopId: string }>('webhook_deliveries', {
  shopId: shopKey,
  id: uuidKey(),
  webhookId: uuid('webhook_id'),
  eventId: uuid('event_id'),
  eventType: text('event_type'),
  attempt: integer(),
  status: text(),
  responseStatus: orNull(integer('response_status')),
  responseBody: orNull(text('response_body')),
  error: orNull(text()),
  durationMs: orNull(integer('duration_ms')),
  createdAt: instant('created_at'),
  nextAttemptAt: orNull(instant('next_attempt_at')),
});
