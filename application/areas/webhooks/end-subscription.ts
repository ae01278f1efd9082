import type { Decision } from '../../../domain/shared/events.js';
import type { ShopId, WebhookId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { endFailing, endGone, type Webhook } from '../../../domain/webhooks/webhook.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { DueRecord, Work } from '../../kernel/events/work.js';
import type { Clock, Log } from '../../kernel/ports/ports.js';
import type { DueDeliveries } from './deliveries.js';
import { webhookEvents } from './webhook.view.js';
import type { Webhooks } from './webhooks.js';

/** Warns of subscriptions that fail, and disables them. The event is stored together with the state that it tells of. */
export class EndSubscription {
  constructor(
    private readonly deliveries: DueDeliveries,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** The receiver answered 410. */
  gone(shop: ShopId, webhook: WebhookId): Promise<void> {
    return this.end(shop, webhook, endGone);
  }

  /** The receiver has failed for days. */
  failing(shop: ShopId, webhook: WebhookId): Promise<void> {
    return this.end(shop, webhook, endFailing);
  }

  private async end(
    shop: ShopId,
    webhook: WebhookId,
    decide: (stored: Webhook, now: Instant) => Decision<Webhook, 'webhook.failing'>,
  ): Promise<void> {
    const now = this.clock.now();
    const ended = await this.deliveries.end(shop, webhook, now, (stored) =>
      this.announcer.announce(webhookEvents, stored, decide(stored, now), NO_CAUSE),
    );
    if (!ended?.changed) return;
    const { enabled, disabledReason: reason } = ended.next;
    this.log.warn(enabled ? 'a subscription will be disabled' : 'a subscription was disabled', { shop, webhook, reason });
  }
}

/** Deletes the deliveries of removed webhooks, and cancels those of webhooks that were switched off, in small parts. */
export class CleanUpWebhook implements Work<DueRecord<WebhookId>> {
  readonly name = 'webhooks.clean_up';

  constructor(private readonly webhooks: Webhooks) {}

  run({ shop, id }: DueRecord<WebhookId>): Promise<boolean> {
    return this.webhooks.cleanUp(shop, id);
  }
}
