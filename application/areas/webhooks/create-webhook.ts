import { Conflict } from '../../../domain/shared/errors.js';
import type { WebhookId } from '../../../domain/shared/id.js';
import { MOST_WEBHOOKS, openWebhook } from '../../../domain/webhooks/webhook.js';
import { Text } from '../../kernel/fields/fields.js';
import { Tags } from '../../kernel/fields/list-field.js';
import { operation, post, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock, Ids } from '../../kernel/ports/ports.js';
import { KINDS_FIELD, LONGEST_DESCRIPTION, LONGEST_URL, WebhookRules } from './webhook-rules.js';
import { WebhookSecrets, type WebhookWithSecret } from './webhook-secrets.js';
import { WebhookWithSecretView } from './webhook.view.js';
import { Webhooks } from './webhooks.js';

class CreateWebhookInput {
  @Text({
    max: LONGEST_URL,
    description: 'An `https` URL that answers every delivery with 2xx.',
    example: 'https://hooks.example.com/shop',
  })
  url!: string;
  @Tags({ ...KINDS_FIELD, optional: true, description: 'The kinds of events; left out: all, also those that are added later.' })
  events?: readonly string[];
  @Text({ max: LONGEST_DESCRIPTION, optional: true }) description?: string;
}

class CreateWebhook implements UseCase<CreateWebhookInput, WebhookWithSecret> {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly rules: WebhookRules,
    private readonly secrets: WebhookSecrets,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute({ shop }: Caller, input: CreateWebhookInput): Promise<WebhookWithSecret> {
    const { url, events, description = null } = input;
    await this.rules.requireUrl(url);
    const kinds = this.rules.chosenKinds(events ?? null);
    const id: WebhookId = this.ids.next();
    const secret = this.secrets.make(shop.id, id);
    const webhook = openWebhook({ id, url, events: kinds, description, secret: secret.sealed }, this.clock.now());
    if (!(await this.webhooks.add(shop.id, webhook))) {
      throw new Conflict(`the shop has ${MOST_WEBHOOKS} webhooks, and may not have more; delete one first`);
    }
    return { ...webhook, plainSecret: secret.plain };
  }
}

export const createWebhook = operation(CreateWebhook, {
  name: 'webhooks.create',
  summary: 'Subscribe to the shop’s events',
  description:
    'Each event of the shop is sent to the URL by POST, at least once, signed as Standard Webhooks. The answer has the secret ' +
    `that verifies the signatures; it is shown only now. A shop has at most ${MOST_WEBHOOKS} webhooks; several may have the same URL.`,
  scope: 'full',
  route: post('/webhooks', { status: 201, location: '/webhooks/:id' }),
  input: CreateWebhookInput,
  output: one(WebhookWithSecretView),
  needs: [Webhooks, WebhookRules, WebhookSecrets, Ids, Clock],
  callsOutward: true,
  errors: ['conflict'],
  holdsSecret: true,
});
