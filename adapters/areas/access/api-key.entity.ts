import type { ApiKey } from '../../../domain/access/api-key.js';
import { instant, json, orNull, shopKey, table, text, uuid, uuidKey } from '../../storage/tables/table.js';

export const apiKeyTable = table<ApiKey & { publicId: string; secretHash: string; lastUsedAt: string | null }>('api_keys', {
  id: uuidKey(),
  shopId: uuid('shop_id'),
  publicId: text('public_id'),
  secretHash: text('secret_hash'),
  name: text(),
  scope: text(),
  grants: json(),
  actsFor: orNull(uuid('acts_for')),
  expiresAt: orNull(instant('expires_at')),
  revokedAt: orNull(instant('revoked_at')),
  lastUsedAt: orNull(instant('last_used_at')),
  createdAt: instant('created_at'),
});

/** When each key was used last, to the minute. */
export const apiKeyUseTable = table<{ shopId: string; keyId: string; usedAt: string }>('api_key_uses', {
  shopId: shopKey,
  keyId: uuidKey('key_id'),
  usedAt: instant('used_at'),
});
