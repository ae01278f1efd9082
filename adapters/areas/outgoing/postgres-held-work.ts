import { HeldWork } from '../../../application/areas/outgoing/held-work.js';
import type { MessageId, ScheduledMessageId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { SchedulableChannel } from '../../../domain/texting/scheduled-message.js';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';

const OF_SHOP = '($1::uuid is null or t.shop_id = $1)';
const TEXTS = statement(
  'outgoing.held_texts',
  `select t.shop_id as shop, t.id from messages t where ${OF_SHOP} and t.due_at < $2 order by t.due_at, t.id`,
);
const SCHEDULED = statement(
  'outgoing.held_scheduled',
  `select t.shop_id as shop, t.id from scheduled_messages t where ${OF_SHOP} and t.due_at < $2 and t.channel = $3
  order by t.due_at, t.id`,
);
const DELIVERIES = statement(
  'outgoing.held_deliveries',
  `select t.shop_id as shop, t.id from webhook_deliveries t
  where ${OF_SHOP} and t.status = 'pending' and t.next_attempt_at < $2 limit $3`,
);
/** The rows are named by shop and id, so that the statement also runs on a distributed database. */
const CANCEL = statement(
  'outgoing.cancel_deliveries',
  `update webhook_deliveries t set status = 'canceled', error = $3, next_attempt_at = null
  from unnest($1::uuid[], $2::uuid[]) as d (shop_id, id)
  where t.shop_id = d.shop_id and t.id = d.id and t.status = 'pending' returning t.id`,
);
const BATCH = 1000;

interface Row<Id> {
  readonly shop: ShopId;
  readonly id: Id;
}

export class PostgresHeldWork extends HeldWork {
  constructor(private readonly database: Database) {
    super();
  }

  override texts(shop: ShopId | null, before: Instant): Promise<readonly Row<MessageId>[]> {
    return this.database.read(TEXTS, [shop, before]);
  }

  override scheduled(
    channel: SchedulableChannel,
    shop: ShopId | null,
    before: Instant,
  ): Promise<readonly Row<ScheduledMessageId>[]> {
    return this.database.read(SCHEDULED, [shop, before, channel]);
  }

  /** In batches, so that no statement takes too long. */
  override async cancelDeliveries(shop: ShopId | null, before: Instant, error: string): Promise<number> {
    let canceled = 0;
    for (;;) {
      const rows = await this.database.read<Row<string>>(DELIVERIES, [shop, before, BATCH]);
      if (rows.length === 0) return canceled;
      const keys = [rows.map((row) => row.shop), rows.map((row) => row.id)];
      canceled += (await this.database.write(CANCEL, [...keys, error])).length;
    }
  }
}
