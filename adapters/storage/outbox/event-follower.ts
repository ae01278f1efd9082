import type { ClientBase } from 'pg';
import type { StoredEvent } from '../../../application/kernel/events/work.js';

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
