import type { Instant } from '../../../domain/shared/instant.js';
import type { Delivery } from '../../../domain/webhooks/delivery.js';
import type { Webhook } from '../../../domain/webhooks/webhook.js';
import {
  flag,
  instant,
  integer,
  json,
  orNull,
  shopKey,
  table,
  text,
  uuid,
  uuidKey,
  type Stored,
} from '../../storage/tables/table.js';

/** The columns that the domain does not see: when a person removed it, and when work on its deliveries is due. */
interface Housekeeping {
  readonly deletedAt: Instant | null;
  readonly dueAt: Instant | null;
}

export const webhookTable = table<Stored<Webhook> & Housekeeping>('webhooks', {
  shopId: shopKey,
  id: uuidKey(),
  url: text(),
  events: orNull(json()),
  description: orNull(text()),
  enabled: flag(),
  disabledReason: orNull(text('disabled_reason')),
  secret: text(),
  formerSecret: orNull(text('former_secret')),
  formerSecretUntil: orNull(instant('former_secret_until')),
  createdAt: instant('created_at'),
  lastSuccessAt: orNull(instant('last_success_at')),
  lastFailureAt: orNull(instant('last_failure_at')),
  failingSince: orNull(instant('failing_since')),
  warnedAt: orNull(instant('warned_at')),
  deletedAt: orNull(instant('deleted_at')),
  dueAt: orNull(instant('due_at')),
  version: integer(),
});

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
