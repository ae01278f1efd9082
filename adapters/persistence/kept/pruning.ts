import type { ClientBase } from 'pg';
import type { Clock } from '../../../application/ports/clock.js';
import { later } from '../../../domain/shared/instant.js';
import { ADVISORY_LOCKS } from '../../advisory-locks.js';
import type { PeriodicTask } from '../connection/leader-loop.js';
import { columnOf, quoted, type Table } from '../tables/table.js';
import type { KeptRows } from './kept-rows.js';

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
    this.old = kept.map((rows) => ({ keptMs: rows.keptMs, sql: oldestSql(rows) }));
  }

  async run(client: ClientBase): Promise<boolean> {
    let more = false;
    for (const { keptMs, sql } of this.old) {
      const { rowCount } = await client.query(sql, [later(this.clock.now(), -keptMs)]);
      more ||= rowCount === BATCH;
    }
    return more;
  }
}

const [SPACE, NUMBER] = ADVISORY_LOCKS.pruning;

/**
 * After the statement has locked a row, it checks the row's age again, because the row may have been renewed during the wait for
 * the lock. `$1` the instant before which rows are old.
 */
function oldestSql({ table, since, where, noting }: KeptRows): string {
  const columns = keyOf(table);
  const key = columns.map((column) => `t.${column}`).join(', ');
  const column = `t.${quoted(columnOf(table, since))}`;
  const old = `${column} < $1${where === undefined ? '' : ` and ${where}`}`;
  return `with turn as materialized (select pg_try_advisory_xact_lock(${SPACE}, ${NUMBER}) as taken),
    gone as (
      delete from ${table.name} t where ${old} and (${key}) in (
        select ${key} from ${table.name} t where (select taken from turn) and ${old} order by ${column} limit ${BATCH}
      ) returning ${noting === undefined ? '1' : 't.*'}
    )${noting === undefined ? '' : `, ${noting}`}
    select from gone`;
}

function keyOf({ schema, columns }: Table): string[] {
  return Object.entries(schema.options.columns).flatMap(([property, options]) =>
    options?.primary === true ? [quoted(columns.get(property) ?? property)] : [],
  );
}
