import { instant, orNull, shopKey, table, text, uuid, uuidKey } from '../tables/table.js';

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
