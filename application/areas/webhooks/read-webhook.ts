import { NotFound } from '../../../domain/shared/errors.js';
import type { WebhookId } from '../../../domain/shared/id.js';
import type { Webhook } from '../../../domain/webhooks/webhook.js';
import { PathId } from '../../kernel/fields/fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { WebhookView } from './webhook.view.js';
import { Webhooks } from './webhooks.js';

class ReadWebhookInput {
  @PathId() id!: WebhookId;
}

class ReadWebhook implements UseCase<ReadWebhookInput, Webhook> {
  constructor(private readonly webhooks: Webhooks) {}

  async execute({ shop }: Caller, { id }: ReadWebhookInput): Promise<Webhook> {
    const webhook = await this.webhooks.find(shop.id, id);
    if (!webhook) throw new NotFound('webhook');
    return webhook;
  }
}

export const readWebhook = operation(ReadWebhook, {
  name: 'webhooks.read',
  summary: 'Read a webhook',
  description: 'One webhook of the shop, without its secret.',
  scope: 'read',
  route: get('/webhooks/:id'),
  input: ReadWebhookInput,
  output: one(WebhookView),
  needs: [Webhooks],
  errors: ['not_found'],
});
