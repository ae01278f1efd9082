import type { ClientBase } from 'pg';
import { Deliveries, type DeliveryBell, type EventState } from '../../../application/areas/webhooks/deliveries.js';
import type { Announcement } from '../../../application/kernel/events/announcer.js';
import type { EventCatalogue } from '../../../application/kernel/events/event-catalogue.js';
import type { StoredEvent } from '../../../application/kernel/events/work.js';
import type { Position } from '../../../application/kernel/operation/page.js';
import type { Clock, Ids } from '../../../application/kernel/ports/ports.js';
import type { DeliveryId, EventId, ShopId, WebhookId } from '../../../domain/shared/id.js';
import type { Delivery, DeliveryStatus } from '../../../domain/webhooks/delivery.js';
import { wantsEvent, type Webhook } from '../../../domain/webhooks/webhook.js';
import type { Database } from '../../storage/database.js';
import { keysetSql, type KeysetOrder } from '../../storage/lists/keyset-pages.js';
import { EventFollower } from '../../storage/outbox/event-follower.js';
import { eventList, eventsSql } from '../../storage/records/announced-writes.js';
import { RememberedStatements, statement } from '../../storage/statement.js';
import { selectList } from '../../storage/tables/table.js';
import { deliveryTable } from './webhook.entity.js';

const RECORD = selectList(deliveryTable);
const NEWEST_FIRST: KeysetOrder = { by: 't.created_at', direction: 'desc' };
const FIND = statement(
  'webhook_deliveries.find',
  `select ${RECORD} from webhook_deliveries t where t.shop_id = $1 and t.webhook_id = $2 and t.id = $3`,
);
const EVENT = statement(
  'outbox.is_erased',
  `select t.data = '{}'::jsonb as erased from outbox t where t.shop_id = $1 and t.id = $2`,
);
/** The lock makes this wait for a change that switches the webhook off, and makes such a change wait for this. */
const ADD = statement(
  'webhook_deliveries.add',
  `with stored as (
    insert into webhook_deliveries (shop_id, webhook_id, id, event_id, event_type, attempt, status, created_at, next_attempt_at)
    select $1, w.id, $3::uuid, $4::uuid, $5::text, 1, 'pending', $6::timestamptz, $6::timestamptz
    from webhooks w where w.shop_id = $1 and w.id = $2 and w.enabled and w.deleted_at is null for share
    returning 1
  ), ${eventsSql(7)}
  select 1 from stored`,
);

export class PostgresDeliveries extends Deliveries {
  private readonly pages = new RememberedStatements('webhook_deliveries.list');

  constructor(private readonly database: Database) {
    super();
  }

  /** The index of the log has each status in the order of the list, so the first rows of each status are merged. */
  override search(
    shop: ShopId,
    webhook: WebhookId,
    statuses: readonly DeliveryStatus[],
    limit: number,
    after: Position | null,
  ): Promise<Delivery[]> {
    const values: unknown[] = [shop, webhook, statuses];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const first = keysetSql(NEWEST_FIRST, after, limit, parameter);
    const text = `select ${RECORD} from unnest($3::text[]) as s (status), lateral (
        select t.* from webhook_deliveries t where t.shop_id = $1 and t.webhook_id = $2 and t.status = s.status ${first}
      ) t ${keysetSql(NEWEST_FIRST, null, limit, parameter)}`;
    return this.database.read<Delivery>(this.pages.of(text), values);
  }

  override async find(shop: ShopId, webhook: WebhookId, id: DeliveryId): Promise<Delivery | null> {
    const [delivery] = await this.database.read<Delivery>(FIND, [shop, webhook, id]);
    return delivery ?? null;
  }

  override async eventState(shop: ShopId, event: EventId): Promise<EventState> {
    const [row] = await this.database.read<{ erased: boolean }>(EVENT, [shop, event]);
    if (!row) return 'gone';
    return row.erased ? 'erased' : 'kept';
  }

  override async add(shop: ShopId, delivery: Delivery, announcements: readonly Announcement[]): Promise<boolean> {
    const { id, webhookId, eventId, eventType, createdAt } = delivery;
    const values = [shop, webhookId, id, eventId, eventType, createdAt, eventList(announcements)];
    return (await this.database.write(ADD, values)).length > 0;
  }
}

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
  private readonly never: ReadonlySet<string>;

  constructor(
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly bell: DeliveryBell,
    { apart }: EventCatalogue,
  ) {
    super();
    this.never = new Set(apart);
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
