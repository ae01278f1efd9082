import { NotFound } from '../../../domain/shared/errors.js';
import type { WebhookId } from '../../../domain/shared/id.js';
import { DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from '../../../domain/webhooks/delivery.js';
import { OneOf, PathId } from '../../kernel/fields/fields.js';
import { CursorLimit, CursorToken } from '../../kernel/fields/filter-fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf } from '../../kernel/operation/output.js';
import { cursorPage, type Slice } from '../../kernel/operation/page.js';
import { Cursors } from '../../kernel/ports/ports.js';
import { Deliveries } from './deliveries.js';
import { DeliveryView } from './webhook.view.js';
import { Webhooks } from './webhooks.js';

class ListDeliveriesInput {
  @PathId() id!: WebhookId;
  @OneOf(DELIVERY_STATUSES, { optional: true, description: 'Left out: any.' }) status?: DeliveryStatus;
  @CursorLimit() limit?: number;
  @CursorToken() cursor?: string;
}

class ListDeliveries implements UseCase<ListDeliveriesInput, Slice<Delivery>> {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly deliveries: Deliveries,
    private readonly cursors: Cursors,
  ) {}

  async execute({ shop }: Caller, { id, status, limit, cursor }: ListDeliveriesInput): Promise<Slice<Delivery>> {
    const scope = { shop: shop.id, list: 'webhook deliveries', filter: { id, status } };
    // A webhook that was deleted may still have deliveries for a moment.
    if (!(await this.webhooks.find(shop.id, id))) throw new NotFound('webhook');
    const statuses = status === undefined ? DELIVERY_STATUSES : [status];
    return cursorPage(this.cursors, scope, { limit, cursor }, (rows, after) =>
      this.deliveries.search(shop.id, id, statuses, rows, after),
    );
  }
}

export const listDeliveries = operation(ListDeliveries, {
  name: 'webhooks.deliveries',
  summary: 'List the deliveries of a webhook',
  description: 'The log of a webhook, newest first: one entry for each try. Entries are kept for 30 days.',
  scope: 'read',
  route: get('/webhooks/:id/deliveries'),
  input: ListDeliveriesInput,
  output: cursorPageOf(DeliveryView),
  needs: [Webhooks, Deliveries, Cursors],
  errors: ['not_found'],
});
