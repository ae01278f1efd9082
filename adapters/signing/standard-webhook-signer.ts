import { Webhook } from 'standardwebhooks';
import { WebhookSigner, type SignedContent, type WebhookHeaders } from '../../application/kernel/ports/webhook-signer.js';
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
