import type { ShopId, WebhookId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Webhook } from '../../../domain/webhooks/webhook.js';

/** The deliveries from before a webhook was switched off are still being canceled. */
export class StillCanceling extends Error {
  constructor() {
    super('deliveries of this webhook are still to be canceled');
  }
}

/** A shop's subscriptions to its events. */
export abstract class Webhooks {
  /** Newest first. A shop has at most MOST_WEBHOOKS. */
  abstract list(shop: ShopId): Promise<Webhook[]>;
  abstract find(shop: ShopId, id: WebhookId): Promise<Webhook | null>;
  /** False: the shop has MOST_WEBHOOKS already. Two calls at the same time never make more. */
  abstract add(shop: ShopId, webhook: Webhook): Promise<boolean>;
  /**
   * Stores what `change` decides. A webhook that is switched on or off loses the deliveries that wait: they are canceled, the first
   * ones in the same transaction and the rest soon after.
   * @returns null: not this shop's
   * @throws StillCanceling when it is to be switched on before the rest was canceled
   */
  abstract change(shop: ShopId, id: WebhookId, now: Instant, change: (webhook: Webhook) => Webhook): Promise<Webhook | null>;
  /** Nobody sees the webhook afterwards; `cleanUp` deletes it with its deliveries soon after. False: not this shop's. */
  abstract remove(shop: ShopId, id: WebhookId, now: Instant): Promise<boolean>;
  /**
   * Does a part of what `change` and `remove` have left: cancels deliveries of a webhook that is off, and deletes a removed one with
   * its deliveries. True: nothing is left.
   */
  abstract cleanUp(shop: ShopId, id: WebhookId): Promise<boolean>;
}
