import { instant, json, orNull, shopKey, table, text, uuidKey } from '../tables/table.js';

export const outboxTable = table<{
  shopId: string;
  id: string;
  type: string;
  data: object;
  createdAt: string;
  relayedAt: string | null;
}>('outbox', {
  shopId: shopKey,
  id: uuidKey(),
  type: text(),
  data: json(),
  createdAt: instant('created_at'),
  relayedAt: orNull(instant('relayed_at')),
});
