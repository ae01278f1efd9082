import type { ClientBase } from 'pg';
import type { StoredEvent } from '../../../application/kernel/events/event-work.js';
import { EventFollower } from '../../storage/outbox/event-follower.js';

/** The channel on which the relay announces that it has numbered events. The payload is the id of the shop. */
export const EVENTS_NUMBERED = 'events_numbered';

const ANNOUNCE = `select pg_notify('${EVENTS_NUMBERED}', s) from unnest($1::text[]) as s`;

/**
 * Announces each shop of a batch once, for the readers of the feed who wait. The announcement is in the relay's transaction, so it
 * is sent when the numbers are committed. There is one relay, so no request waits for the lock of NOTIFY.
 */
export class PostgresEventAnnouncer extends EventFollower {
  override async follow(client: ClientBase, events: readonly StoredEvent[]): Promise<void> {
    await client.query(ANNOUNCE, [[...new Set(events.map(({ shop }) => shop))]]);
  }
}
