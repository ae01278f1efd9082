import type { ClientBase } from 'pg';
import type { StoredEvent } from '../../../application/kernel/events/work.js';
import type { Database } from '../database.js';
import { statement } from '../statement.js';

/**
 * Adds rows that follow events, such as the deliveries to the subscribers. The relay calls it in the transaction that gives the
 * events their numbers, so the rows are there exactly once.
 */
export abstract class EventFollower {
  /** @param events with `data` and `cause` only if event work wants their kind */
  abstract follow(client: ClientBase, events: readonly StoredEvent[]): Promise<void>;

  /** Called when the transaction of the last `follow` is committed. */
  committed(): void {
    return;
  }
}

/** The counting stops at this number, because an operator learns no more from a larger one. */
const MOST = 100_000;
const COUNT = statement(
  'outbox.waiting',
  `select count(*) as n from (select 1 from outbox where relayed_at is null limit ${MOST}) w`,
);

/** The number of events that wait to be relayed, at most MOST. */
export async function countWaitingEvents(database: Database): Promise<number> {
  const [row] = await database.read<{ n: number }>(COUNT, []);
  return row?.n ?? 0;
}
