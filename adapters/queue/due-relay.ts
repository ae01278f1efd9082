// Buys: a due text leaves a fraction of a second later, at most once (P1), also beside ten thousand of another shop (P5).
import type { ClientBase } from 'pg';
import type { DueRecord } from '../../application/kernel/events/work.js';
import { inTransaction } from '../in-transaction.js';
import type { AddJobs, RelayOptions } from './jobs.js';
import type { PeriodicTask } from './leader.js';

/** The rows of a table whose column `due_at` says when work on them is due; null: no work is due. */
export interface DueRows {
  readonly work: string;
  readonly table: string;
  /** true: the rows keep the trace of their cause */
  readonly traced: boolean;
}

type DueRelayOptions = RelayOptions & { readonly due: readonly DueRows[] };

const BATCH = 500;
/** So many rows are looked at to find those whose turn it is. */
const MOST_SEEN = 10_000;

/**
 * Returns SQL that selects the keys of rows whose turn is next: the oldest row of each shop, then the second of each shop, and so on.
 * The turn is also the priority of the row's job, so a shop with thousands of rows holds up the row of another shop by a few.
 * @param rows the table, and the condition under which a row waits
 * @param at the column with the time of a row
 */
export function inTurnsSql(rows: string, at: string, limit: number): string {
  return `select shop_id, id, ${at}, turn
    from (select *, row_number() over (partition by shop_id order by ${at}, id)::integer as turn
      from (select shop_id, id, ${at} from ${rows} order by ${at}, id limit ${MOST_SEEN}) seen) turns
    order by turn, ${at}, id limit ${limit}`;
}

/**
 * Hands what is due to the queue. One transaction takes the time from the rows and queues their work, so each time is handed on once.
 * The table keeps the time and the queue does the work, because only the table can be changed or canceled while it waits.
 */
export function dueRelay({ due, enqueue, clock, everyMs = 200 }: DueRelayOptions): PeriodicTask {
  const run = async (client: ClientBase): Promise<boolean> => {
    let more = false;
    for (const rows of due) more = (await handOn(client, rows, enqueue, clock.now())) || more;
    return more;
  };
  return { everyMs, run };
}

async function handOn(client: ClientBase, { work, table, traced }: DueRows, enqueue: AddJobs, now: string): Promise<boolean> {
  const dueSql = `select shop_id as shop, id, turn from (${inTurnsSql(`${table} where due_at <= $1`, 'due_at', BATCH)}) t`;
  const { rows: due } = await client.query<DueRecord & { readonly turn: number }>(dueSql, [now]);
  if (due.length === 0) return false;
  const turns = new Map(due.map(({ id, turn }) => [id, turn]));
  await inTransaction(client, async () => {
    const keys = [due.map(({ shop }) => shop), due.map(({ id }) => id)];
    const { rows: taken } = await client.query<DueRecord>(takeSql(table, traced), [...keys, now]);
    const jobs = taken.map((payload) => ({
      ...{ work, payload, key: `${work}:${payload.shop}:${payload.id}` },
      priority: turns.get(payload.id) ?? 0,
    }));
    if (jobs.length > 0) await enqueue(client, jobs);
  });
  return due.length === BATCH;
}

/**
 * The rows are named by shop and id, so that the statement also runs on a distributed database. It looks at the time again,
 * because another write may have changed it meanwhile.
 */
function takeSql(table: string, traced: boolean): string {
  return `update ${table} t set due_at = null from unnest($1::uuid[], $2::uuid[]) as d (shop_id, id)
    where t.shop_id = d.shop_id and t.id = d.id and t.due_at <= $3 returning t.shop_id as shop, t.id${traced ? ', t.trace' : ''}`;
}
