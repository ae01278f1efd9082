import type { ClientBase } from 'pg';
import { workAfter, type EventWork, type StoredEvent } from '../../../application/events/event-work.js';
import type { Clock } from '../../../application/ports/clock.js';
import { inTurnsSql } from '../connection/in-turns.js';
import type { Enqueue, PeriodicTask } from '../connection/leader-loop.js';
import type { EventFollower } from './event-follower.js';

export interface RelayOptions {
  readonly eventWorks: readonly EventWork[];
  readonly followers: readonly EventFollower[];
  readonly enqueue: Enqueue;
  readonly clock: Clock;
  /** milliseconds between two runs; default 250 */
  readonly everyMs?: number | undefined;
}

const BATCH = 500;
/**
 * Selects the rows that still wait, and not the rows after a position, so that a row whose transaction committed late is not
 * skipped. The shops take turns. The data and the cause of an event are read only if event work needs them.
 */
const WAITING = `select o.shop_id as shop, o.id, type, o.created_at as "createdAt",
    case when type = any($1) then data end as data, case when type = any($1) then cause end as cause, trace
  from (${inTurnsSql('outbox where relayed_at is null', 'created_at', BATCH)}) w
    join outbox o on o.shop_id = w.shop_id and o.id = w.id order by w.turn, o.created_at, o.id`;
/** Only the relay draws numbers, and one relay runs at a time, so a later transaction has higher numbers. */
const DRAW = `select nextval('event_numbers') as number from generate_series(1, $1)`;
/**
 * Marks the rows as relayed, and gives each its number in the feed. Returns only the rows that no other process has relayed
 * meanwhile. The numbers are parameters, because a distributed database draws none within an update.
 */
const MARK = `update outbox o set relayed_at = $3, number = b.number
  from unnest($1::uuid[], $2::uuid[], $4::bigint[]) as b (shop_id, id, number)
  where o.shop_id = b.shop_id and o.id = b.id and o.relayed_at is null returning o.id`;

/**
 * Gives the outbox's rows their numbers in the feed, and turns them into queued work and into the rows of the followers. Each row
 * is relayed once, because the transaction that adds its work also marks it.
 */
export class OutboxRelay implements PeriodicTask {
  readonly everyMs: number;
  private readonly wanted: string[];

  constructor(private readonly options: RelayOptions) {
    this.everyMs = options.everyMs ?? 250;
    this.wanted = [...new Set<string>(options.eventWorks.flatMap(({ on }) => on))];
  }

  async run(client: ClientBase): Promise<boolean> {
    const { rows } = await client.query<StoredEvent>(WAITING, [this.wanted]);
    if (rows.length === 0) return false;
    await client.query('begin');
    const events = await this.mark(client, rows);
    for (const follower of this.options.followers) await follower.follow(client, events);
    const work = events.flatMap((event) => workAfter(event, this.options.eventWorks));
    if (work.length > 0) await this.options.enqueue(client, work);
    await client.query('commit');
    for (const follower of this.options.followers) follower.committed();
    return rows.length === BATCH;
  }

  private async mark(client: ClientBase, events: readonly StoredEvent[]): Promise<StoredEvent[]> {
    const { rows: drawn } = await client.query<{ number: number | string }>(DRAW, [events.length]);
    const keys = [events.map(({ shop }) => shop), events.map(({ id }) => id)];
    const values = [...keys, this.options.clock.now(), drawn.map(({ number }) => number)];
    const marked = new Set((await client.query<{ id: string }>(MARK, values)).rows.map(({ id }) => id));
    return events.filter(({ id }) => marked.has(id));
  }
}
