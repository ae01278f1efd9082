import { NotFound } from '../../../domain/shared/errors.js';
import type { WebhookId } from '../../../domain/shared/id.js';
import { rotateSecret } from '../../../domain/webhooks/webhook.js';
import { PathId } from '../../kernel/fields/fields.js';
import { operation, post, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock } from '../../kernel/ports/ports.js';
import { WebhookSecrets, type WebhookWithSecret } from './webhook-secrets.js';
import { WebhookWithSecretView } from './webhook.view.js';
import { Webhooks } from './webhooks.js';

class RotateWebhookSecretInput {
  @PathId() id!: WebhookId;
}

class RotateWebhookSecret implements UseCase<RotateWebhookSecretInput, WebhookWithSecret> {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
  ) {}

  async execute({ shop }: Caller, { id }: RotateWebhookSecretInput): Promise<WebhookWithSecret> {
    const secret = this.secrets.make(shop.id, id);
    const now = this.clock.now();
    const webhook = await this.webhooks.change(shop.id, id, now, (before) =>
      rotateSecret(before, secret.sealed, this.secrets.opens(shop.id, before), now),
    );
    if (!webhook) throw new NotFound('webhook');
    return { ...webhook, plainSecret: secret.plain };
  }
}

export const rotateWebhookSecret = operation(RotateWebhookSecret, {
  name: 'webhooks.rotate_secret',
  summary: 'Give a webhook a new secret',
  description:
    'The answer has the new secret, which is shown only now. For 24 hours each delivery is signed with the secret before it, too, ' +
    'so that the receiver can change over. At most these two sign: a second rotation ends the oldest secret at once.',
  scope: 'full',
  route: post('/webhooks/:id/rotate-secret'),
  input: RotateWebhookSecretInput,
  output: one(WebhookWithSecretView),
  needs: [Webhooks, WebhookSecrets, Clock],
  errors: ['not_found'],
  holdsSecret: true,
});
