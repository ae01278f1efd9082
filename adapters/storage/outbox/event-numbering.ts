import type { ShopId } from '../../../domain/shared/id.js';
import type { Database, OwnConnection } from '../database.js';
import { statement } from '../statement.js';

/** The first statement of the transaction: its snapshot is taken here. */
const WAITING = `select o.id from outbox o where o.shop_id = $1 and o.relayed_at is null and o.number is null
  order by o.created_at, o.id`;
const NEWEST = `select greatest((select p.number from pruned_events p where p.shop_id = $1),
  (select max(o.number) from outbox o where o.shop_id = $1), 0) as number`;
const DRAW = statement('outbox.draw', `select nextval('event_numbers') as number from generate_series(1, $1::integer)`);
const NUMBER = statement(
  'outbox.number',
  `update outbox o set number = b.number from unnest($2::uuid[], $3::bigint[]) as b (id, number)
  where o.shop_id = $1 and o.id = b.id and o.number is null`,
);

/** Gives events their places in the feed before the relay hands them on. */
export class EventNumbering {
  constructor(private readonly database: Database) {}

  /**
   * Returns the number of the last event that a snapshot has, after its waiting events got their numbers. The caller holds the lock of
   * the numbering, so no event that is stored later has a lower number.
   * @param read in a transaction with one snapshot, which has not begun to read
   */
  async positionOf(read: OwnConnection['read'], shop: ShopId): Promise<number> {
    const waiting = (await read<{ id: string }>(WAITING, [shop])).map(({ id }) => id);
    if (waiting.length === 0) return (await read<{ number: number }>(NEWEST, [shop]))[0]?.number ?? 0;
    const numbers = (await this.database.write<{ number: number }>(DRAW, [waiting.length])).map(({ number }) => number);
    await this.database.write(NUMBER, [shop, waiting, numbers]);
    return Math.max(...numbers);
  }
}
