import { hkdfSync } from 'node:crypto';
import type { ShopId } from '../../domain/shared/id.js';

/** 24 bytes need no padding in base64. */
const BYTES = 24;

/**
 * The secret that signs what `shop-ops listen` delivers. It is derived, by HKDF-SHA256, so that a developer configures it once and
 * nothing is stored. The words keep it apart from other keys that are derived from the same signing key.
 * @returns `whsec_…`, the same for the same signing key and shop
 */
export function listenSecret(signingKey: string, shop: ShopId): string {
  const bytes = hkdfSync('sha256', signingKey, '', `shop-ops listen ${shop}`, BYTES);
  return `whsec_${Buffer.from(bytes).toString('base64')}`;
}
