import { EventHistory, type ToldChange } from '../../../application/areas/events/event-history.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import { RECORD } from './postgres-event-feed.js';

/** The ids of events rise. The index of the feed has the events with a number, and that of the relay the others. */
const LATER = `select from outbox t
  where t.shop_id = $1 and ${RECORD} = $2 and t.type = $3 and t.id > $4 and t.data -> 'previous' ? $5`;
const HAS_LATER = statement(
  'events.has_later',
  `select exists (${LATER} and t.number is not null) or exists (${LATER} and t.relayed_at is null) as has`,
);

export class PostgresEventHistory extends EventHistory {
  constructor(private readonly database: Database) {
    super();
  }

  override async hasChangedSince(shop: ShopId, { record, type, event, field }: ToldChange): Promise<boolean> {
    const [row] = await this.database.read<{ has: boolean }>(HAS_LATER, [shop, record, type, event, field]);
    return row?.has ?? false;
  }
}
