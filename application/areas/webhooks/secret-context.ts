import type { ShopId, WebhookId } from '../../../domain/shared/id.js';

/** The context in which the secrets of a subscription are sealed. */
export function secretContext(shop: ShopId, webhook: WebhookId): string {
  return `webhooks ${shop} ${webhook}`;
}
