import type { Announced } from '../../../application/kernel/events/announcer.js';
import { Outbox } from '../../../application/kernel/events/outbox.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../database.js';
import { eventList, STORE_EVENTS, storeAnnounced } from '../records/announced-writes.js';
import { statement } from '../statement.js';

const ADD = statement('outbox.add', STORE_EVENTS);

export class PostgresOutbox extends Outbox {
  constructor(private readonly database: Database) {
    super();
  }

  override async add(shop: ShopId, announced: Announced<unknown>): Promise<void> {
    const { announcements } = announced;
    if (announcements.length === 0) return;
    await storeAnnounced(this.database, shop, announced, () => this.database.write(ADD, [shop, eventList(announcements)]));
  }
}
