import { instant, json, orNull, shopKey, table, text, uuid, uuidKey } from '../tables/table.js';

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

export const recordCountTable = table<{ shopId: string; list: string; bucket: string; slot: number; n: number }>('record_counts', {
  shopId: shopKey,
  list: { type: 'text', primary: true },
  bucket: { type: 'text', primary: true, collation: 'C' },
  slot: { type: 'smallint', primary: true },
  n: { type: 'bigint' },
});

export const idempotencyKeyTable = table<{
  shopId: string;
  apiKeyId: string;
  key: string;
  fingerprint: string;
  attempt: string;
  begunAt: string;
  answer: string | null;
}>('idempotency_keys', {
  shopId: shopKey,
  apiKeyId: uuidKey('api_key_id'),
  key: { type: 'text', primary: true },
  fingerprint: text(),
  attempt: uuid(),
  begunAt: instant('begun_at'),
  answer: orNull(text()),
});
