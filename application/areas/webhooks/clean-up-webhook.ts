import type { WebhookId } from '../../../domain/shared/id.js';
import type { DueRecord, Work } from '../../kernel/events/work.js';
import type { Webhooks } from './webhooks.js';

/** Deletes the deliveries of removed webhooks, and cancels those of webhooks that were switched off, in small parts. */
export class CleanUpWebhook implements Work<DueRecord<WebhookId>> {
  readonly name = 'webhooks.clean_up';

  constructor(private readonly webhooks: Webhooks) {}

  run({ shop, id }: DueRecord<WebhookId>): Promise<boolean> {
    return this.webhooks.cleanUp(shop, id);
  }
}
