import { Conflict, NotFound } from '../../../domain/shared/errors.js';
import type { WebhookId } from '../../../domain/shared/id.js';
import { openDelivery, type Delivery } from '../../../domain/webhooks/delivery.js';
import { pingWebhook } from '../../../domain/webhooks/webhook.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { PathId } from '../../kernel/fields/fields.js';
import { operation, post, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock, Ids } from '../../kernel/ports/ports.js';
import { Deliveries } from './deliveries.js';
import { SWITCHED_OFF } from './settle-tries.js';
import { DeliveryView, webhookEvents } from './webhook.view.js';
import { Webhooks } from './webhooks.js';

class TestWebhookInput {
  @PathId() id!: WebhookId;
}

class TestWebhook implements UseCase<TestWebhookInput, Delivery> {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly deliveries: Deliveries,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop }: Caller, { id }: TestWebhookInput, cause: Cause): Promise<Delivery> {
    const webhook = await this.webhooks.find(shop.id, id);
    if (!webhook) throw new NotFound('webhook');
    const now = this.clock.now();
    const { announcements } = this.announcer.announce(webhookEvents, null, pingWebhook(webhook, now), cause);
    const [ping] = announcements;
    if (!ping) throw new Error('a ping announces an event');
    const delivery = openDelivery({ id: this.ids.next(), webhookId: id, eventId: ping.id, eventType: ping.type }, now);
    if (!(await this.deliveries.add(shop.id, delivery, announcements))) throw new Conflict(SWITCHED_OFF);
    return delivery;
  }
}

export const testWebhook = operation(TestWebhook, {
  name: 'webhooks.test',
  summary: 'Send a test event to a webhook',
  description:
    'Sends the event `ping` to this webhook alone, whatever kinds it has, with the webhook as `data`. The answer is the delivery, ' +
    'which waits; the log of deliveries tells its outcome.',
  scope: 'full',
  route: post('/webhooks/:id/test', { status: 201 }),
  input: TestWebhookInput,
  output: one(DeliveryView),
  needs: [Webhooks, Deliveries, Ids, Clock, Announcer],
  errors: ['not_found', 'conflict'],
});
