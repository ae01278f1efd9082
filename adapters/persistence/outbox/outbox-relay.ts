import type { ClientBase } from 'pg';
import { workAfter, type Reaction, type StoredEvent } from '../../../application/events/reaction.js';
import type { QueuedWork } from '../../../application/events/work.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { Enqueue, PeriodicTask } from '../connection/leader-loop.js';

export interface RelayOptions {
  readonly reactions: readonly Reaction[];
  readonly enqueue: Enqueue;
  readonly clock: Clock;
  /** milliseconds between two runs; default 250 */
  readonly everyMs?: number | undefined;
}

const BATCH = 500;
/**
 * Selects the rows that still wait, and not the rows after a position, so that a row whose transaction committed late is not
 * skipped. The data and the cause of an event are read only if a reaction needs them.
 */
const WAITING = `select shop_id as shop, id, type, created_at as "createdAt",
    case when type = any($1) then data end as data, case when type = any($1) then cause end as cause
  from outbox where relayed_at is null order by created_at, id limit ${BATCH}`;
/** Marks the rows as relayed. Returns only the rows that no other process has relayed meanwhile. */
const MARK = `update outbox o set relayed_at = $3 from unnest($1::uuid[], $2::uuid[]) as b (shop_id, id)
  where o.shop_id = b.shop_id and o.id = b.id and o.relayed_at is null returning o.id`;

/**
 * Turns the outbox's rows into queued work. Each row is relayed once, because the transaction that adds its work also marks it.
 */
export class OutboxRelay implements PeriodicTask {
  readonly everyMs: number;
  private readonly wanted: string[];

  constructor(private readonly options: RelayOptions) {
    this.everyMs = options.everyMs ?? 250;
    this.wanted = [...new Set<string>(options.reactions.flatMap(({ on }) => on))];
  }

  async run(client: ClientBase): Promise<boolean> {
    const { rows } = await client.query<StoredEvent>(WAITING, [this.wanted]);
    if (rows.length === 0) return false;
    await client.query('begin');
    const work = await this.mark(client, rows);
    if (work.length > 0) await this.options.enqueue(client, work);
    await client.query('commit');
    return rows.length === BATCH;
  }

  private async mark(client: ClientBase, events: readonly StoredEvent[]): Promise<QueuedWork[]> {
    const { clock, reactions } = this.options;
    const values = [events.map(({ shop }) => shop), events.map(({ id }) => id), clock.now()];
    const marked = new Set((await client.query<{ id: string }>(MARK, values)).rows.map(({ id }) => id));
    return events.filter(({ id }) => marked.has(id)).flatMap((event) => workAfter(event, reactions));
  }
}
