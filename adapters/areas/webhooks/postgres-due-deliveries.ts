import {
  DueDeliveries,
  type DueDelivery,
  type WebhookEndpoint,
  type EndpointState,
  type SeenEndpoint,
  type TriedDelivery,
} from '../../../application/areas/webhooks/deliveries.js';
import type { Announced } from '../../../application/kernel/events/announcer.js';
import type { DeliveryId, ShopId, WebhookId } from '../../../domain/shared/id.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import type { Webhook } from '../../../domain/webhooks/webhook.js';
import type { Database } from '../../storage/database.js';
import { IS_DISTRIBUTED } from '../../storage/distribution/catalog.js';
import { causeSql } from '../../storage/outbox/outbox.entity.js';
import { eventList, eventsSql, storeAnnounced } from '../../storage/records/announced-writes.js';
import { statement, type Statement } from '../../storage/statement.js';
import { selectList } from '../../storage/tables/table.js';
import { webhookTable } from './webhook.entity.js';

const ENDPOINT = `select w.shop_id as shop, w.id as webhook, w.url, w.secret,
    case when w.former_secret_until > $1 then w.former_secret end as "formerSecret", w.failing_since is not null as failing`;

/**
 * Goes through the index of the pending deliveries from one subscription to the next, by its beginning, and looks at the first
 * delivery of each. So it costs neither more with more subscriptions for which nothing waits, nor with more that waits for one.
 */
const BY_JUMPS = statement(
  'webhooks.endpoints',
  `with recursive waiting as (
      (select d.shop_id, d.webhook_id from webhook_deliveries d where d.status = 'pending'
        order by d.shop_id, d.webhook_id limit 1)
      union all
      select n.shop_id, n.webhook_id from waiting b cross join lateral (
        select d.shop_id, d.webhook_id from webhook_deliveries d
        where d.status = 'pending' and (d.shop_id, d.webhook_id) > (b.shop_id, b.webhook_id)
        order by d.shop_id, d.webhook_id limit 1) n
    )
    ${ENDPOINT}
    from waiting b
    cross join lateral (select from webhook_deliveries d where d.shop_id = b.shop_id and d.webhook_id = b.webhook_id
      and d.status = 'pending' and d.next_attempt_at <= $1 limit 1) due
    join webhooks w on w.shop_id = b.shop_id and w.id = b.webhook_id
    where w.enabled`,
);

/** Reads all pending deliveries, so it costs more with more that waits. Each server of a distributed database reads its own. */
export const ENDPOINTS_OF_ALL = statement(
  'webhooks.distributed_endpoints',
  `${ENDPOINT}
    from (select distinct d.shop_id, d.webhook_id from webhook_deliveries d
      where d.status = 'pending' and d.next_attempt_at <= $1) due
    join webhooks w on w.shop_id = due.shop_id and w.id = due.webhook_id
    where w.enabled`,
);

/** Finds the endpoints for which a delivery is due. A distributed database takes no recursive statement over its servers. */
export class PostgresWaitingEndpoints {
  private chosen: Statement | null = null;

  constructor(private readonly database: Database) {}

  async endpoints(now: Instant): Promise<readonly WebhookEndpoint[]> {
    try {
      this.chosen ??= await this.choose();
      return await this.database.read<WebhookEndpoint>(this.chosen, [now]);
    } catch (error) {
      this.chosen = null; // the database may be another one now, or have been distributed meanwhile
      throw error;
    }
  }

  private async choose(): Promise<Statement> {
    const [row] = await this.database.read<{ readonly distributed: boolean }>(IS_DISTRIBUTED, []);
    return row?.distributed === true ? ENDPOINTS_OF_ALL : BY_JUMPS;
  }
}

const NEXT = statement(
  'webhook_deliveries.next',
  `select d.id, d.event_id as event, d.event_type as type, d.attempt, e.created_at as "createdAt", e.number,
      e.data::text as data, ${causeSql('e')}::text as cause, e.trace
    from webhook_deliveries d left join outbox e on e.shop_id = d.shop_id and e.id = d.event_id
    where d.shop_id = $1 and d.webhook_id = $2 and d.status = 'pending' and d.next_attempt_at <= $3 and d.id <> all($4::uuid[])
    order by d.next_attempt_at limit $5`,
);

/** A success is noted at most once in this time, so that the row of a busy subscription is not written all the time. */
const NOTED_EVERY_MS = 1000;
/**
 * Stores tries and what they show. The rows of the subscriptions are locked first and then those of the deliveries, as by a change of
 * a subscription, so that the two never wait for each other in a circle. The status before the try comes as a value: written in the
 * statement, it would fit the index of what is pending, and the planner would read all of that for each batch.
 */
const SETTLE = statement(
  'webhook_deliveries.settle',
  `with seen as materialized (
      select w.id, w.enabled from webhooks w where w.shop_id = $1 and w.id = any($5::uuid[]) order by w.id for no key update
    ), tried as (
      update webhook_deliveries d set status = t.status, response_status = t.response_status, response_body = t.response_body,
        error = t.error, duration_ms = t.duration_ms, next_attempt_at = t.next_attempt_at
      from seen w, jsonb_to_recordset($2::jsonb) as t (id uuid, status text, response_status integer, response_body text,
        error text, duration_ms integer, next_attempt_at timestamptz, next_id uuid, webhook uuid, was text)
      where d.shop_id = $1 and d.id = t.id and w.id = t.webhook and d.status = t.was
      returning d.webhook_id, d.event_id, d.event_type, d.attempt, t.next_id, t.next_attempt_at, w.enabled
    ), again as (
      insert into webhook_deliveries
        (shop_id, id, webhook_id, event_id, event_type, attempt, status, created_at, next_attempt_at)
      select here.shop_id, t.next_id, t.webhook_id, t.event_id, t.event_type, t.attempt + 1, 'pending', $4, t.next_attempt_at
      from shop_rows here, tried t where here.shop_id = $1 and t.next_id is not null and t.enabled
    )
    update webhooks w set version = w.version + 1,
      last_success_at = greatest(w.last_success_at, s.last_success_at),
      last_failure_at = greatest(w.last_failure_at, s.last_failure_at),
      failing_since = case when s.last_success_at is null then coalesce(w.failing_since, s.failing_since) else s.failing_since end,
      warned_at = case when s.last_success_at is null then w.warned_at end
    from seen, jsonb_to_recordset($3::jsonb) as s (webhook uuid, last_success_at timestamptz, last_failure_at timestamptz,
      failing_since timestamptz, noted_before timestamptz)
    where w.shop_id = $1 and w.id = s.webhook and seen.id = w.id and (s.last_failure_at is not null
      or w.failing_since is not null or w.last_success_at is null
      or w.last_success_at <= s.noted_before)
    returning w.id as webhook, w.failing_since as "failingSince", w.warned_at as "warnedAt"`,
);

const LOCK = statement(
  'webhooks.lock_to_end',
  `select ${selectList(webhookTable, 't', ['deletedAt', 'dueAt'])} from webhooks t
    where t.shop_id = $1 and t.id = $2 and t.deleted_at is null for no key update`,
);
/** The pending deliveries of a subscription that is disabled can be many, so the work that is due then cancels them. */
const END = statement(
  'webhooks.end',
  `with stored as (
      update webhooks t set version = t.version + 1, enabled = $3, disabled_reason = $4, warned_at = $5,
        due_at = case when $3 then t.due_at else $6 end
      where t.shop_id = $1 and t.id = $2 returning 1
    ), ${eventsSql(7)} select 1 from stored`,
);

const COUNT = statement(
  'webhook_deliveries.count_due',
  `select count(*) as n
    from (select 1 from webhook_deliveries d join webhooks w on w.shop_id = d.shop_id and w.id = d.webhook_id
      where d.status = 'pending' and d.next_attempt_at <= $1 and w.enabled limit 100000) d`,
);

type NextRow = Omit<DueDelivery, 'content'> & {
  readonly createdAt: Instant | null;
  readonly number: number | null;
  readonly data: string;
  readonly cause: string;
  readonly trace: string | null;
};

export class PostgresDueDeliveries extends DueDeliveries {
  private readonly waiting: PostgresWaitingEndpoints;

  constructor(private readonly database: Database) {
    super();
    this.waiting = new PostgresWaitingEndpoints(database);
  }

  override endpoints(now: Instant): Promise<readonly WebhookEndpoint[]> {
    return this.waiting.endpoints(now);
  }

  override async next(
    { shop, webhook }: Pick<WebhookEndpoint, 'shop' | 'webhook'>,
    now: Instant,
    except: readonly DeliveryId[],
    limit: number,
  ): Promise<readonly DueDelivery[]> {
    const rows = await this.database.read<NextRow>(NEXT, [shop, webhook, now, except, limit]);
    return rows.map(({ createdAt, number, data, cause, trace, ...row }) => ({
      ...row,
      content: createdAt === null ? null : { createdAt, number, data, cause, trace },
    }));
  }

  override async settle(
    shop: ShopId,
    tries: readonly TriedDelivery[],
    seen: readonly SeenEndpoint[],
    now: Instant,
  ): Promise<readonly EndpointState[]> {
    const webhooks = [...new Set(tries.map(({ webhook }) => webhook))];
    const values = [shop, JSON.stringify(tries.map(columnsOfTry)), JSON.stringify(seen.map(columnsOfSeen)), now, webhooks];
    const states = await this.database.write<EndpointState>(SETTLE, values);
    return states.filter(({ failingSince }) => failingSince !== null);
  }

  override async count(now: Instant): Promise<number> {
    const [row] = await this.database.read<{ n: number }>(COUNT, [now]);
    return row?.n ?? 0;
  }

  override end(
    shop: ShopId,
    webhook: WebhookId,
    now: Instant,
    decide: (stored: Webhook) => Announced<Webhook>,
  ): Promise<Announced<Webhook> | null> {
    return this.database.transaction(async () => {
      const [before] = await this.database.write<Webhook>(LOCK, [shop, webhook]);
      if (!before) return null;
      const decision = decide(before);
      if (!decision.changed) return decision;
      const { enabled, disabledReason, warnedAt } = decision.next;
      const events = eventList(decision.announcements);
      await storeAnnounced(this.database, shop, decision, () =>
        this.database.write(END, [shop, webhook, enabled, disabledReason, warnedAt, now, events]),
      );
      return decision;
    });
  }
}

function columnsOfTry(tried: TriedDelivery): object {
  return {
    ...{ id: tried.id, status: tried.status, error: tried.error },
    ...{ response_status: tried.responseStatus, response_body: tried.responseBody, duration_ms: tried.durationMs },
    ...{ next_attempt_at: tried.nextAttemptAt, next_id: tried.nextId, webhook: tried.webhook, was: 'pending' },
  };
}

function columnsOfSeen({ webhook, lastSuccessAt, lastFailureAt, failingSince }: SeenEndpoint): object {
  return {
    ...{ webhook, last_success_at: lastSuccessAt, last_failure_at: lastFailureAt, failing_since: failingSince },
    noted_before: lastSuccessAt && later(lastSuccessAt, -NOTED_EVERY_MS),
  };
}
