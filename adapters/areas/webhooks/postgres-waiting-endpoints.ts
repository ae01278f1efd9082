import type { Endpoint } from '../../../application/areas/webhooks/due-deliveries.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Database } from '../../storage/database.js';
import { IS_DISTRIBUTED } from '../../storage/distribution/catalog.js';
import { statement, type Statement } from '../../storage/statement.js';

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
const OF_ALL = statement(
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

  async endpoints(now: Instant): Promise<readonly Endpoint[]> {
    try {
      this.chosen ??= await this.choose();
      return await this.database.read<Endpoint>(this.chosen, [now]);
    } catch (error) {
      this.chosen = null; // the database may be another one now, or have been distributed meanwhile
      throw error;
    }
  }

  private async choose(): Promise<Statement> {
    const [row] = await this.database.read<{ readonly distributed: boolean }>(IS_DISTRIBUTED, []);
    return row?.distributed === true ? OF_ALL : BY_JUMPS;
  }
}
