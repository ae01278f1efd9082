import type { Webhook } from '../../../domain/webhooks/webhook.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { listOf } from '../../kernel/operation/output.js';
import type { Listing } from '../../kernel/operation/page.js';
import { WebhookListMeta, WebhookView } from './webhook.view.js';
import { Webhooks } from './webhooks.js';

class ListWebhooksInput {}

class ListWebhooks implements UseCase<ListWebhooksInput, Listing<Webhook, number>> {
  constructor(private readonly webhooks: Webhooks) {}

  async execute({ shop }: Caller): Promise<Listing<Webhook, number>> {
    const items = await this.webhooks.list(shop.id);
    return { items, beside: items.length };
  }
}

export const listWebhooks = operation(ListWebhooks, {
  name: 'webhooks.list',
  summary: 'List the webhooks',
  description: 'All webhooks of the shop, newest first.',
  scope: 'read',
  route: get('/webhooks'),
  input: ListWebhooksInput,
  output: listOf(WebhookView, WebhookListMeta),
  needs: [Webhooks],
});
