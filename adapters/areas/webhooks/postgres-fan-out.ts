import type { ClientBase } from 'pg';
import type { DeliveryBell } from '../../../application/areas/webhooks/delivery-bell.js';
import type { EventCatalogue } from '../../../application/kernel/events/event-catalogue.js';
import type { StoredEvent } from '../../../application/kernel/events/event-work.js';
import type { Clock } from '../../../application/kernel/ports/clock.js';
import type { Ids } from '../../../application/kernel/ports/ids.js';
import type { ShopId, WebhookId } from '../../../domain/shared/id.js';
import { wantsEvent } from '../../../domain/webhooks/wants-event.js';
import type { Webhook } from '../../../domain/webhooks/webhook.js';
import { EventFollower } from '../../storage/outbox/event-follower.js';

const SUBSCRIPTIONS = `select shop_id as shop, id, events from webhooks where enabled and shop_id = any($1::uuid[])`;
/** The join leaves out a subscription that was disabled or deleted a moment ago. */
const INSERT = `insert into webhook_deliveries
    (shop_id, id, webhook_id, event_id, event_type, attempt, status, created_at, next_attempt_at)
  select w.shop_id, d.id, w.id, d.event, d.type, 1, 'pending', $6, $6
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) as d (shop_id, id, webhook, event, type)
  join webhooks w on w.shop_id = d.shop_id and w.id = d.webhook and w.enabled`;

interface Subscription extends Pick<Webhook, 'events'> {
  readonly shop: ShopId;
  readonly id: WebhookId;
}

/** Adds a delivery for each event and each subscription that wants it. */
export class PostgresFanOut extends EventFollower {
  private added = false;
  /** Kinds that no subscription gets by itself. A `ping` goes to the one subscription that is tested. */
  private readonly never: ReadonlySet<string>;

  constructor(
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly bell: DeliveryBell,
    { internal }: EventCatalogue,
  ) {
    super();
    this.never = new Set(['ping', ...internal]);
  }

  override async follow(client: ClientBase, events: readonly StoredEvent[]): Promise<void> {
    const shops = [...new Set(events.map(({ shop }) => shop))];
    const { rows } = await client.query<Subscription>({ name: 'webhooks.of_shops', text: SUBSCRIPTIONS, values: [shops] });
    const wanted = rows.flatMap((subscription) =>
      events
        .filter((event) => !this.never.has(event.type) && wants(subscription, event))
        .map((event) => ({ subscription, event })),
    );
    this.added = wanted.length > 0;
    if (!this.added) return;
    const values = [
      wanted.map(({ event }) => event.shop),
      wanted.map(() => this.ids.next<'Delivery'>()),
      wanted.map(({ subscription }) => subscription.id),
      wanted.map(({ event }) => event.id),
      wanted.map(({ event }) => event.type),
      this.clock.now(),
    ];
    await client.query({ name: 'webhook_deliveries.fan_out', text: INSERT, values });
  }

  override committed(): void {
    if (this.added) this.bell.ring();
  }
}

function wants(subscription: Subscription, { shop, type }: StoredEvent): boolean {
  return subscription.shop === shop && wantsEvent(subscription, type);
}
