import { StillCanceling, Webhooks } from '../../../application/areas/webhooks/webhooks.js';
import type { ShopId, WebhookId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { MOST_WEBHOOKS, type Webhook } from '../../../domain/webhooks/webhook.js';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import { columnOf, insertion, quoted, selectList, storedValue } from '../../storage/tables/table.js';
import { webhookTable } from './webhook.entity.js';

const RECORD = selectList(webhookTable, 't', ['deletedAt', 'dueAt']);
const ONE = 't.shop_id = $1 and t.id = $2 and t.deleted_at is null';
const LIST = statement(
  'webhooks.list',
  `select ${RECORD} from webhooks t where t.shop_id = $1 and t.deleted_at is null order by t.created_at desc, t.id desc`,
);
const FIND = statement('webhooks.find', `select ${RECORD} from webhooks t where ${ONE}`);
/** The creations of webhooks of one shop run one after the other, so that none misses another when it counts. */
const TAKE_TURN = statement('webhooks.take_turn', `select s.id from shops s where s.id = $1 for no key update`);
const COUNT = statement('webhooks.count', 'select count(*) as n from webhooks t where t.shop_id = $1 and t.deleted_at is null');
const INSERTION = insertion<Webhook & { readonly shopId: ShopId; readonly version: number }>(webhookTable, [
  'deletedAt',
  'dueAt',
]);
const ADD = statement('webhooks.add', INSERTION.sql);
/**
 * A change locks the row of its webhook first, and then the deliveries. So does the sender, which stores outcomes: then the two
 * never wait for each other in a circle, and neither overwrites what the other has stored.
 */
const LOCK = statement('webhooks.lock', `select ${RECORD} from webhooks t where ${ONE} for no key update`);
const CHANGEABLE = [
  ...(['url', 'events', 'description', 'enabled', 'disabledReason'] as const),
  ...(['secret', 'formerSecret', 'formerSecretUntil', 'failingSince', 'warnedAt'] as const),
];
const SETS = CHANGEABLE.map((property, index) => `${quoted(columnOf(webhookTable, property))} = $${index + 3}`);
const CHANGE = statement(
  'webhooks.change',
  `update webhooks t set version = t.version + 1, ${SETS.join(', ')} where t.shop_id = $1 and t.id = $2`,
);
const REMOVE = statement(
  'webhooks.remove',
  `update webhooks t set deleted_at = $3, due_at = $3, enabled = false, version = t.version + 1 where ${ONE} returning 1`,
);
const SET_DUE = statement('webhooks.set_due', 'update webhooks t set due_at = $3 where t.shop_id = $1 and t.id = $2');

/** The deliveries that one statement cancels. A request may wait for it. */
const CANCELED = 1_000;
/** The deliveries that one statement deletes. Nobody waits for it, so that it may be slower and has fewer rounds to do. */
const DELETED = 5_000;
/** The statements of one `cleanUp`, which take some seconds at most. */
const BATCHES = 10;
const CANCEL = statement(
  'webhook_deliveries.cancel',
  `update webhook_deliveries t set status = 'canceled', next_attempt_at = null
  where t.shop_id = $1 and t.id = any (${batchOf("d.status = 'pending'", CANCELED)}) returning 1`,
);
const STATE = statement(
  'webhooks.state',
  'select t.enabled, t.deleted_at is not null as removed from webhooks t where t.shop_id = $1 and t.id = $2',
);
const DELETE_DELIVERIES = statement(
  'webhook_deliveries.delete',
  `delete from webhook_deliveries t where t.shop_id = $1 and t.id = any (${batchOf('true', DELETED)}) returning 1`,
);
const DELETE = statement(
  'webhooks.delete',
  'delete from webhooks t where t.shop_id = $1 and t.id = $2 and t.deleted_at is not null',
);

/**
 * The ids of a batch. A list of ids is looked up by the primary key; a sub-select after `in` may be read again for each row, when the
 * server does not know yet how many rows the table has.
 */
function batchOf(condition: string, most: number): string {
  return `array(select d.id from webhook_deliveries d
    where d.shop_id = $1 and d.webhook_id = $2 and ${condition} limit ${most})`;
}

interface State {
  readonly enabled: boolean;
  readonly removed: boolean;
}

export class PostgresWebhooks extends Webhooks {
  constructor(private readonly database: Database) {
    super();
  }

  override list(shop: ShopId): Promise<Webhook[]> {
    return this.database.read<Webhook>(LIST, [shop]);
  }

  override async find(shop: ShopId, id: WebhookId): Promise<Webhook | null> {
    const [webhook] = await this.database.read<Webhook>(FIND, [shop, id]);
    return webhook ?? null;
  }

  override add(shop: ShopId, webhook: Webhook): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.database.write(TAKE_TURN, [shop]);
      const [row] = await this.database.read<{ n: number }>(COUNT, [shop]);
      if ((row?.n ?? 0) >= MOST_WEBHOOKS) return false;
      await this.database.write(ADD, INSERTION.valuesOf({ ...webhook, shopId: shop, version: 1 }));
      return true;
    });
  }

  override change(shop: ShopId, id: WebhookId, now: Instant, change: (webhook: Webhook) => Webhook): Promise<Webhook | null> {
    return this.database.transaction(async () => {
      const [before] = await this.database.write<Webhook>(LOCK, [shop, id]);
      if (!before) return null;
      const next = change(before);
      const values = CHANGEABLE.map((property) => storedValue(webhookTable, property, next[property]));
      await this.database.write(CHANGE, [shop, id, ...values]);
      if (next.enabled !== before.enabled) await this.cancelFirst(shop, next, now);
      return next;
    });
  }

  override async remove(shop: ShopId, id: WebhookId, now: Instant): Promise<boolean> {
    return (await this.database.write(REMOVE, [shop, id, now])).length > 0;
  }

  override async cleanUp(shop: ShopId, id: WebhookId): Promise<boolean> {
    for (let batch = 0; batch < BATCHES; batch += 1) {
      if (await this.cleanUpBatch(shop, id)) return true;
    }
    return false;
  }

  /** Cancels a batch of the deliveries that wait, and leaves the rest to `cleanUp`. */
  private async cancelFirst(shop: ShopId, { id, enabled }: Webhook, now: Instant): Promise<void> {
    if ((await this.database.write(CANCEL, [shop, id])).length < CANCELED) return;
    if (enabled) throw new StillCanceling();
    await this.database.write(SET_DUE, [shop, id, now]);
  }

  /** True: nothing is left. */
  private async cleanUpBatch(shop: ShopId, id: WebhookId): Promise<boolean> {
    const [state] = await this.database.read<State>(STATE, [shop, id]);
    if (!state || state.enabled) return true;
    if (!state.removed) return this.cancelBatch(shop, id);
    const deleted = await this.database.write(DELETE_DELIVERIES, [shop, id]);
    if (deleted.length === DELETED) return false;
    await this.database.write(DELETE, [shop, id]);
    return true;
  }

  /** The lock keeps the webhook from being switched on meanwhile: what comes after that must not be canceled. */
  private cancelBatch(shop: ShopId, id: WebhookId): Promise<boolean> {
    return this.database.transaction(async () => {
      const [webhook] = await this.database.write<Webhook>(LOCK, [shop, id]);
      if (webhook?.enabled !== false) return true;
      return (await this.database.write(CANCEL, [shop, id])).length < CANCELED;
    });
  }
}
