import type { ShopId, WebhookId } from '../../../domain/shared/id.js';
import type { Webhook } from '../../../domain/webhooks/webhook.js';
import type { Sealer } from '../../kernel/ports/ports.js';

/** The context in which the secrets of a subscription are sealed. */
export function secretContext(shop: ShopId, webhook: WebhookId): string {
  return `webhooks ${shop} ${webhook}`;
}

/** A webhook with its secret in plain text, which is shown once: when the secret was made. */
export interface WebhookWithSecret extends Webhook {
  readonly plainSecret: string;
}

/** Makes random secrets in the form of Standard Webhooks: `whsec_` and 24 bytes in base64. */
export abstract class SecretSource {
  abstract next(): string;
}

/** Makes the secrets of webhooks, and seals them for their rows. */
export class WebhookSecrets {
  constructor(
    private readonly source: SecretSource,
    private readonly sealer: Sealer,
  ) {}

  make(shop: ShopId, webhook: WebhookId): { readonly plain: string; readonly sealed: string } {
    const plain = this.source.next();
    return { plain, sealed: this.sealer.seal(plain, secretContext(shop, webhook)) };
  }

  /** False: no signing key of this deployment opens the webhook's secret. */
  opens(shop: ShopId, { id, secret }: Webhook): boolean {
    return this.sealer.open(secret, secretContext(shop, id)) !== null;
  }
}
