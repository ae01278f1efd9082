import { amount, instant, json, orNull, shopKey, table, text, uuidKey } from '../tables/table.js';

/** The default cause, for events of earlier releases. PostgreSQL reports the column's default in this form. */
const UNKNOWN_CAUSE = `'{"key_id": null, "user_id": null, "event_id": null, "operation": null, "request_id": null, "automation_id": null}'`;

export const outboxTable = table<{
  shopId: string;
  id: string;
  type: string;
  data: object;
  cause: object;
  createdAt: string;
  relayedAt: string | null;
  number: string | null;
  trace: string | null;
}>('outbox', {
  shopId: shopKey,
  id: uuidKey(),
  type: text(),
  data: json(),
  cause: { ...json(), default: () => UNKNOWN_CAUSE },
  createdAt: instant('created_at'),
  relayedAt: orNull(instant('relayed_at')),
  number: orNull(amount()),
  trace: orNull(text()),
});
