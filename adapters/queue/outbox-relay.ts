// Buys: an event has one number and is told once to the feed and at least once to a webhook (P1), and soon after its write.
import type { ClientBase } from 'pg';
import { workAfter, type EventWork, type StoredEvent } from '../../application/kernel/events/work.js';
import { ADVISORY_LOCKS } from '../advisory-locks.js';
import { inTransaction } from '../in-transaction.js';
import { AFTER_WRITES_MS, inTurnsSql } from './due-relay.js';
import type { RelayOptions } from './jobs.js';
import type { PeriodicTask } from './leader.js';

/** Adds rows that follow events, in the transaction that gives the events their numbers. So they are there exactly once. */
interface Follower {
  follow(client: ClientBase, events: readonly StoredEvent[]): Promise<void>;
  committed(): void;
}

type Options = RelayOptions & { readonly eventWorks: readonly EventWork[]; readonly followers: readonly Follower[] };
type WaitingEvent = StoredEvent & { readonly turn: number };

const BATCH = 500;
/**
 * Selects the rows that still wait, and not the rows after a position, so that a row whose transaction committed late is not
 * skipped. The shops take turns. The data and the cause of an event are read only if event work needs them.
 */
const WAITING = `select o.shop_id as shop, o.id, type, o.created_at as "createdAt",
    case when type = any($1) then data end as data, case when type = any($1) then cause end as cause, trace, w.turn
  from (${inTurnsSql('outbox where relayed_at is null', 'created_at', BATCH)}) w
    join outbox o on o.shop_id = w.shop_id and o.id = w.id order by w.turn, o.created_at, o.id`;
/** A transaction that draws numbers holds this lock until they are stored, so a later transaction has higher numbers. */
const LOCK = `select pg_advisory_xact_lock(${ADVISORY_LOCKS.numbering.join(', ')})`;
const DRAW = `select nextval('event_numbers') as number from generate_series(1, $1)`;
/**
 * Marks the rows as relayed, and gives each its number in the feed, unless an export has numbered it. Returns only the rows that no
 * other process has relayed meanwhile. The numbers are parameters, because a distributed database draws none within an update. So is
 * the null of a waiting row: written in the statement, it would fit the index of what waits, all of which would be read for each batch.
 */
const MARK = `update outbox o set relayed_at = $3, number = coalesce(o.number, b.number)
  from unnest($1::uuid[], $2::uuid[], $4::bigint[], $5::timestamptz[]) as b (shop_id, id, number, was)
  where o.shop_id = b.shop_id and o.id = b.id and o.relayed_at is not distinct from b.was returning o.id`;

/**
 * Gives the outbox's rows their numbers in the feed, and turns them into queued work and into the rows of the followers. Each row
 * is relayed once, because the transaction that adds its work also marks it.
 */
export function outboxRelay({ eventWorks, followers, enqueue, clock, everyMs = 1_000 }: Options): PeriodicTask {
  const wanted = [...new Set<string>(eventWorks.flatMap(({ on }) => on))];
  const run = async (client: ClientBase): Promise<boolean> => {
    const { rows } = await client.query<WaitingEvent>(WAITING, [wanted]);
    if (rows.length === 0) return false;
    await inTransaction(client, async () => {
      const events = await mark(client, rows, clock.now());
      for (const follower of followers) await follower.follow(client, events);
      const jobs = events.flatMap((event) => workAfter(event, eventWorks).map((work) => ({ ...work, priority: event.turn })));
      if (jobs.length > 0) await enqueue(client, jobs);
    });
    for (const follower of followers) follower.committed();
    return rows.length === BATCH;
  };
  return { everyMs, afterWritesMs: AFTER_WRITES_MS, run };
}

async function mark(client: ClientBase, events: readonly WaitingEvent[], now: string): Promise<WaitingEvent[]> {
  await client.query(LOCK);
  const { rows: drawn } = await client.query<{ number: number | string }>(DRAW, [events.length]);
  const values = [
    events.map(({ shop }) => shop),
    events.map(({ id }) => id),
    now,
    drawn.map(({ number }) => number),
    events.map(() => null),
  ];
  const marked = new Set((await client.query<{ id: string }>(MARK, values)).rows.map(({ id }) => id));
  return events.filter(({ id }) => marked.has(id));
}
