import { instant, shopKey, table, uuidKey } from '../../storage/tables/table.js';

/** When each key was used last, to the minute. */
export const apiKeyUseTable = table<{ shopId: string; keyId: string; usedAt: string }>('api_key_uses', {
  shopId: shopKey,
  keyId: uuidKey('key_id'),
  usedAt: instant('used_at'),
});
