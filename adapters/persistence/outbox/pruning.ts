import type { ClientBase } from 'pg';
import type { Clock } from '../../../application/ports/clock.js';
import { later } from '../../../domain/shared/instant.js';
import type { PeriodicTask } from '../connection/leader-loop.js';

const DAY_MS = 24 * 3_600_000;
/**
 * The number of rows that one statement deletes. It is small, so that no writer waits long for a lock and no replica falls far
 * behind.
 */
const BATCH = 1000;

/**
 * For each table: how long its rows are kept, and the statement that deletes older rows. After the statement has locked a row, it
 * checks the row's age again, because the row may have been renewed during the wait for the lock.
 */
const OLD = [
  { keptMs: 30 * DAY_MS, sql: oldest('outbox', ['shop_id', 'id'], 'relayed_at') },
  { keptMs: DAY_MS, sql: oldest('idempotency_keys', ['shop_id', 'api_key_id', 'key'], 'begun_at') },
  { keptMs: 30 * DAY_MS, sql: oldest('sandbox_outbox', ['shop_id', 'id'], 'handed_over_at') },
  { keptMs: 7 * DAY_MS, sql: oldest('call_reports', ['call', 'part', 'part_id'], 'kept_at') },
  { keptMs: 60 * DAY_MS, sql: oldest('vin_decodes', ['vin'], 'decoded_at') },
];

function oldest(table: string, key: readonly string[], column: string): string {
  const columns = key.join(', ');
  return `delete from ${table} where ${column} < $1
    and (${columns}) in (select ${columns} from ${table} where ${column} < $1 order by ${column} limit ${BATCH})`;
}

/** Deletes rows that are older than their retention time, batch by batch. */
export class Pruning implements PeriodicTask {
  constructor(
    private readonly clock: Clock,
    readonly everyMs = 180_000,
  ) {}

  async run(client: ClientBase): Promise<boolean> {
    let more = false;
    for (const { keptMs, sql } of OLD) {
      const { rowCount } = await client.query(sql, [later(this.clock.now(), -keptMs)]);
      more ||= rowCount === BATCH;
    }
    return more;
  }
}
