import type { ClientBase } from 'pg';
import type { DueRecord } from '../../../application/events/work.js';
import type { Clock } from '../../../application/ports/clock.js';
import { inTurnsSql } from '../connection/in-turns.js';
import type { Enqueue, PeriodicTask } from '../connection/leader-loop.js';
import { hasTrace, type Table } from '../tables/table.js';

/** The rows of a table whose column `due_at` says when work on them is due; null: no work is due. */
export interface DueRows {
  /** the name of the work, see `Work` */
  readonly work: string;
  readonly table: Table;
}

export interface DueRelayOptions {
  readonly due: readonly DueRows[];
  readonly enqueue: Enqueue;
  readonly clock: Clock;
  /** milliseconds between two runs; default 200 */
  readonly everyMs?: number | undefined;
}

const BATCH = 500;

/**
 * Hands what is due to the queue. The shops take turns. One transaction takes the time from the rows and queues their work, so each
 * time is handed on once. The table keeps the time and the queue does the work, because only the table can be changed or canceled while it waits.
 */
export class DueRelay implements PeriodicTask {
  readonly everyMs: number;
  private readonly kinds;

  constructor(private readonly options: DueRelayOptions) {
    this.everyMs = options.everyMs ?? 200;
    this.kinds = options.due.map(({ work, table }) => ({ work, dueSql: dueSql(table), takeSql: takeSql(table) }));
  }

  async run(client: ClientBase): Promise<boolean> {
    let more = false;
    for (const { work, dueSql, takeSql } of this.kinds) {
      const now = this.options.clock.now();
      const { rows: due } = await client.query<DueRecord>(dueSql, [now]);
      if (due.length === 0) continue;
      await client.query('begin');
      const { rows } = await client.query<DueRecord>(takeSql, [due.map(({ shop }) => shop), due.map(({ id }) => id), now]);
      if (rows.length > 0) {
        await this.options.enqueue(
          client,
          rows.map((payload) => ({ work, payload, key: `${work}:${payload.shop}:${payload.id}` })),
        );
      }
      await client.query('commit');
      more ||= due.length === BATCH;
    }
    return more;
  }
}

function dueSql({ name }: Table): string {
  return `select t.shop_id as shop, t.id from (${inTurnsSql(`${name} where due_at <= $1`, 'due_at', BATCH)}) t
    order by t.turn, t.due_at, t.id`;
}

/**
 * The rows are named by shop and id, so that the statement also runs on a distributed database. It looks at the time again,
 * because another write may have changed it meanwhile.
 */
function takeSql(table: Table): string {
  return `update ${table.name} t set due_at = null from unnest($1::uuid[], $2::uuid[]) as d (shop_id, id)
    where t.shop_id = d.shop_id and t.id = d.id and t.due_at <= $3 returning t.shop_id as shop, t.id${hasTrace(table) ? ', t.trace' : ''}`;
}
