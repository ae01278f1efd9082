import { hkdfSync, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { SecretSource } from '../../application/areas/webhooks/webhook-secrets.js';
import { WebhookSigner, type SignedContent, type WebhookHeaders } from '../../application/kernel/ports/webhook-signer.js';
import type { ShopId } from '../../domain/shared/id.js';
import { millisOf } from '../../domain/shared/instant.js';

/** Signs as the Standard Webhooks specification says: HMAC-SHA256 of id, timestamp and body, for each secret one signature. */
export class StandardWebhookSigner extends WebhookSigner {
  override sign({ secrets, id, at, body }: SignedContent): WebhookHeaders {
    const time = new Date(millisOf(at));
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, time, body)).join(' '),
    };
  }
}

/** The Standard Webhooks specification asks for 24 to 64 bytes. 24 bytes need no padding in base64. */
const BYTES = 24;

export class RandomSecrets extends SecretSource {
  override next(): string {
    return `whsec_${randomBytes(BYTES).toString('base64')}`;
  }
}

/**
 * The secret that signs what `shop-ops listen` delivers. It is derived, by HKDF-SHA256, so that a developer configures it once and
 * nothing is stored. The words keep it apart from other keys that are derived from the same signing key.
 * @returns `whsec_…`, the same for the same signing key and shop
 */
export function listenSecret(signingKey: string, shop: ShopId): string {
  const bytes = hkdfSync('sha256', signingKey, '', `shop-ops listen ${shop}`, BYTES);
  return `whsec_${Buffer.from(bytes).toString('base64')}`;
}
