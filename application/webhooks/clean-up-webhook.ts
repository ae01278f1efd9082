import type { WebhookId } from '../../domain/shared/id.js';
import type { DueRecord, Work } from '../events/work.js';
import type { Webhooks } from './webhooks.js';

/** Deletes the deliveries of removed webhooks, and cancels those of webhooks that were switched off, in small parts. */
export class CleanUpWebhook implements Work<DueRecord> {
  readonly name = 'webhooks.clean_up';
  readonly againAfterMs = 1_000;

  constructor(private readonly webhooks: Webhooks) {}

  keyOf({ shop, id }: DueRecord): string {
    return `${shop}:${id}`;
  }

  run({ shop, id }: DueRecord): Promise<boolean> {
    return this.webhooks.cleanUp(shop, id as WebhookId); // safe: the relay gives the id of a due row of the webhooks' table
  }
}
