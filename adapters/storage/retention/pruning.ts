import type { ClientBase } from 'pg';
import type { Clock } from '../../../application/kernel/ports/ports.js';
import { later } from '../../../domain/shared/instant.js';
import { ADVISORY_LOCKS } from '../../advisory-locks.js';
import { inTransaction } from '../../in-transaction.js';
import type { PeriodicTask } from '../../queue/leader.js';
import { columnOf, keyOf, quoted, type Table } from '../tables/table.js';

/** Rows that are deleted some time after the instant in one of their columns. */
export interface KeptRows {
  readonly table: Table;
  /** the property with the instant from which the time counts; a row in which it is null stays */
  readonly since: string;
  readonly keptMs: number;
  /** an SQL condition on the row `t`: only such rows are deleted, so that nothing goes that still waits */
  readonly where?: string;
  /**
   * the SQL of a statement that is carried out with the deletion: `insert …`. It reads the deleted rows from the relation `gone`.
   */
  readonly noting?: string;
}

/**
 * The number of rows that one statement deletes. It is small, so that no writer waits long for a lock and no replica falls far
 * behind.
 */
const BATCH = 1000;

/**
 * Deletes rows that are older than their retention time, batch by batch. It runs in the leader; where a new leader begins before
 * the old one has ended, only one of the two deletes at a time, so that they never wait for each other's rows.
 */
export class Pruning implements PeriodicTask {
  private readonly old;

  constructor(
    kept: readonly KeptRows[],
    private readonly clock: Clock,
    readonly everyMs = 180_000,
  ) {
    this.old = kept.map((rows) => ({ keptMs: rows.keptMs, oldest: oldestSql(rows), remove: deleteSql(rows) }));
  }

  async run(client: ClientBase): Promise<boolean> {
    let more = false;
    for (const { keptMs, oldest, remove } of this.old) {
      const before = later(this.clock.now(), -keptMs);
      const { rows } = await client.query<object>(oldest, [before]);
      if (rows.length === 0) continue;
      const taken = await inTransaction(client, async () => {
        const turn = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1, $2) as taken', [SPACE, NUMBER]);
        if (turn.rows[0]?.taken !== true) return false;
        await client.query(remove, [before, JSON.stringify(rows)]);
        return true;
      });
      more ||= taken && rows.length === BATCH;
    }
    return more;
  }
}

const [SPACE, NUMBER] = ADVISORY_LOCKS.pruning;

function oldSql({ table, since, where }: KeptRows): string {
  return `t.${quoted(columnOf(table, since))} < $1${where === undefined ? '' : ` and ${where}`}`;
}

/** Selects the keys of the oldest rows. `$1` the instant before which rows are old. */
function oldestSql(rows: KeptRows): string {
  const key = keyOf(rows.table).map(({ column }) => `t.${quoted(column)}`);
  const since = quoted(columnOf(rows.table, rows.since));
  return `select ${key.join(', ')} from ${rows.table.name} t where ${oldSql(rows)} order by t.${since} limit ${BATCH}`;
}

/**
 * Deletes the rows with the keys in `$2`. The age is checked again, because a row may have been renewed since its key was read.
 * A distributed database takes no sub-select with a limit here, but it takes a list of keys.
 */
function deleteSql(rows: KeptRows): string {
  const key = keyOf(rows.table);
  const deletion = `delete from ${rows.table.name} t
    using jsonb_to_recordset($2::jsonb) as k (${key.map(({ column, type }) => `${quoted(column)} ${type}`).join(', ')})
    where ${key.map(({ column }) => `t.${quoted(column)} = k.${quoted(column)}`).join(' and ')} and ${oldSql(rows)}`;
  return rows.noting === undefined ? deletion : `with gone as (${deletion} returning t.*) ${rows.noting}`;
}
