import { NotFound } from '../../../domain/shared/errors.js';
import type { WebhookId } from '../../../domain/shared/id.js';
import { PathId } from '../../kernel/fields/fields.js';
import { operation, remove, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { nothing } from '../../kernel/operation/output.js';
import { Clock } from '../../kernel/ports/ports.js';
import { Webhooks } from './webhooks.js';

class DeleteWebhookInput {
  @PathId() id!: WebhookId;
}

class DeleteWebhook implements UseCase<DeleteWebhookInput, void> {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly clock: Clock,
  ) {}

  async execute({ shop }: Caller, { id }: DeleteWebhookInput): Promise<void> {
    if (!(await this.webhooks.remove(shop.id, id, this.clock.now()))) throw new NotFound('webhook');
  }
}

export const deleteWebhook = operation(DeleteWebhook, {
  name: 'webhooks.delete',
  summary: 'Unsubscribe',
  description: 'Deletes a webhook and the log of its deliveries. Nothing more is sent to its URL.',
  scope: 'full',
  route: remove('/webhooks/:id'),
  input: DeleteWebhookInput,
  output: nothing(),
  needs: [Webhooks, Clock],
  errors: ['not_found'],
  ignoresBody: true,
});
