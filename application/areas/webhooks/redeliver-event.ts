import { Conflict, NotFound } from '../../../domain/shared/errors.js';
import type { DeliveryId, ShopId, WebhookId } from '../../../domain/shared/id.js';
import { openDelivery, type Delivery } from '../../../domain/webhooks/delivery.js';
import { PathId } from '../../kernel/fields/fields.js';
import { operation, post, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import type { Clock, Ids } from '../../kernel/ports/ports.js';
import type { Deliveries, EventState } from './deliveries.js';
import { SWITCHED_OFF } from './settle-tries.js';
import { DeliveryView } from './webhook.view.js';
import type { Webhooks } from './webhooks.js';

class RedeliverEventInput {
  @PathId() id!: WebhookId;
  @PathId() delivery_id!: DeliveryId;
}

const NOT_KEPT: Readonly<Record<Exclude<EventState, 'kept'>, string>> = {
  gone: 'the event is no longer kept; events are kept for 30 days',
  erased: 'the event is about a person whose data were erased',
};

/** Sends the event of a delivery once more. */
export class Redelivery {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly deliveries: Deliveries,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFound when the shop has no such webhook or delivery
   * @throws Conflict when nothing can be sent
   */
  async of(shop: ShopId, id: WebhookId, of: DeliveryId): Promise<Delivery> {
    const [webhook, first] = await Promise.all([this.webhooks.find(shop, id), this.deliveries.find(shop, id, of)]);
    if (!webhook) throw new NotFound('webhook');
    if (!first) throw new NotFound('delivery');
    if (!webhook.enabled) throw new Conflict(SWITCHED_OFF);
    const { eventId, eventType } = first;
    const state = await this.deliveries.eventState(shop, eventId);
    if (state !== 'kept') throw new Conflict(NOT_KEPT[state]);
    const again = openDelivery({ id: this.ids.next(), webhookId: id, eventId, eventType }, this.clock.now());
    if (!(await this.deliveries.add(shop, again, []))) throw new Conflict(SWITCHED_OFF);
    return again;
  }
}

class RedeliverEvent implements UseCase<RedeliverEventInput, Delivery> {
  constructor(private readonly redelivery: Redelivery) {}

  execute({ shop }: Caller, { id, delivery_id: of }: RedeliverEventInput): Promise<Delivery> {
    return this.redelivery.of(shop.id, id, of);
  }
}

export const redeliverEvent = operation(RedeliverEvent, {
  name: 'webhooks.redeliver',
  summary: 'Deliver an event again',
  description:
    'Sends the event of a delivery to the same webhook once more, with the same `webhook-id`. The answer is the new delivery, ' +
    'which waits and has tries of its own.',
  scope: 'full',
  route: post('/webhooks/:id/deliveries/:delivery_id/redeliver', { status: 201 }),
  input: RedeliverEventInput,
  output: one(DeliveryView),
  needs: [Redelivery],
  errors: ['not_found', 'conflict'],
});
