// Buys: a due text leaves a fraction of a second later, at most once (P1), also beside ten thousand of another shop (P5).
import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Outgoing } from '../../application/areas/outgoing/outgoing.js';
import type { DueRecord } from '../../application/kernel/events/work.js';
import { isByHand, isShut } from '../../domain/outgoing/pause.js';
import type { ShopId } from '../../domain/shared/id.js';
import { later, type Instant } from '../../domain/shared/instant.js';
import { LATEST_MS } from '../../domain/texting/may-text.js';
import { blockName } from '../block-names.js';
import { inTransaction } from '../in-transaction.js';
import { freeRows, refusedRows, type RowsPart, type WaysOfRows } from './held-rows.js';
import { keyOf, type AddJobs, type DueBlock, type QueueJob, type RelayOptions } from './jobs.js';
import type { PeriodicTask } from './leader.js';

/** The rows of a table whose column `due_at` says when work on them is due; null: no work is due. */
export interface DueRows {
  readonly work: string;
  readonly table: string;
  /** true: the rows keep the trace of their cause */
  readonly traced: boolean;
  /** how many rows of one shop are one job */
  readonly together: number;
  readonly leaves: WaysOfRows;
}

type DueRelayOptions = RelayOptions & { readonly due: readonly DueRows[]; readonly outgoing: Pick<Outgoing, 'open'> };

/** After writes, a relay looks so many milliseconds after its last look at the earliest, however many processes announce writes. */
export const AFTER_WRITES_MS = 50;

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

/** A row whose try is not made, because the rules forbid it, is followed by the next one so much later. */
const TRY_NEXT_MS = 5_000;
const LOOK_FOR_LATE_MS = 60_000;

/**
 * Hands what is due to the queue. One transaction takes the time from the rows and queues their work, so each time is handed on once.
 * The table keeps the time and the queue does the work, because only the table can be changed or canceled while it waits. What a
 * pause holds back stays due in its table.
 */
export function dueRelay({ due, outgoing, enqueue, clock, everyMs = 500 }: DueRelayOptions): PeriodicTask {
  const turns = new Turns();
  const run = async (client: ClientBase): Promise<boolean> => {
    const now = clock.now();
    const pauses = await outgoing.open();
    const handOn = new HandingOn(client, enqueue, now);
    const filled = await tablesWithDueRows(client, due, now);
    let more = false;
    for (const rows of due.filter(({ table }) => filled.has(table))) {
      const part = freeRows(rows.leaves, pauses);
      if (part) more = (await handOn.all(rows, part, now)) || more;
    }
    for (const pause of pauses.filter((each) => !isByHand(each))) {
      const tables = due.flatMap((rows) => {
        const part = refusedRows(rows.leaves, pause, pauses);
        return part ? [[rows, part] as const] : [];
      });
      if (turns.isTurn(`late ${pause.id}`, now, LOOK_FOR_LATE_MS)) await handOn.late(tables);
      if (!isShut(pause, now) && turns.isTurn(`try ${pause.id}`, now, TRY_NEXT_MS)) await handOn.oldest(tables);
    }
    return more;
  };
  return { everyMs, afterWritesMs: AFTER_WRITES_MS, run };
}

/** Nothing is due most of the time, and one statement for all tables says so. What a pause holds back counts here. */
async function tablesWithDueRows(client: ClientBase, due: readonly DueRows[], now: Instant): Promise<ReadonlySet<string>> {
  const looks = due.map(({ table }) => `(select '${table}' as name from ${table} where due_at <= $1 limit 1)`);
  if (looks.length === 0) return new Set();
  const { rows } = await client.query<{ readonly name: string }>(looks.join(' union all '), [now]);
  return new Set(rows.map(({ name }) => name));
}

/** Knows when it is time again for something that is done once in a while. */
class Turns {
  private readonly next = new Map<string, Instant>();

  isTurn(what: string, now: Instant, everyMs: number): boolean {
    if (now < (this.next.get(what) ?? now)) return false;
    this.next.set(what, later(now, everyMs));
    return true;
  }
}

type Tables = readonly (readonly [DueRows, RowsPart])[];

class HandingOn {
  constructor(
    private readonly client: ClientBase,
    private readonly enqueue: AddJobs,
    private readonly now: Instant,
  ) {}

  /** @returns true: there are more */
  async all(rows: DueRows, part: RowsPart, until: Instant): Promise<boolean> {
    return (await this.handOn(rows, part, until, BATCH)) === BATCH;
  }

  /** Hands on what is too late by now, so that the rules end it. */
  async late(tables: Tables): Promise<void> {
    const until = later(this.now, -LATEST_MS - 1);
    for (const [rows, part] of tables) while (await this.all(rows, part, until));
  }

  /** Hands on one row, of the first of the tables that has one. */
  async oldest(tables: Tables): Promise<void> {
    for (const [rows, part] of tables) if ((await this.handOn(rows, part, this.now, 1)) > 0) return;
  }

  /** @returns the number of rows that were found */
  private async handOn(
    { work, table, traced, together }: DueRows,
    { sql, values }: RowsPart,
    until: Instant,
    most: number,
  ): Promise<number> {
    const dueSql = `select shop_id as shop, id, turn from (${inTurnsSql(`${table} where due_at <= $1${sql}`, 'due_at', most)}) t`;
    const { rows: due } = await this.client.query<DueRecord & { readonly turn: number }>(dueSql, [until, ...values]);
    if (due.length === 0) return 0;
    const turns = new Map(due.map(({ id, turn }) => [id, turn]));
    await inTransaction(this.client, async () => {
      const keys = [due.map(({ shop }) => shop), due.map(({ id }) => id)];
      const { rows: taken } = await this.client.query<DueRecord>(takeSql(table, traced), [...keys, until]);
      const inTurns = taken.map((row) => ({ row, turn: turns.get(row.id) ?? 0 })).toSorted((one, other) => one.turn - other.turn);
      const jobs = blocksOf(inTurns, together).map((block) => jobOf(work, block));
      if (jobs.length > 0) await this.enqueue(this.client, jobs);
    });
    return due.length;
  }
}

interface Taken {
  readonly row: DueRecord;
  readonly turn: number;
}
type Block = readonly [Taken, ...Taken[]];

/** Puts rows of one shop together. Each block has the rows whose turns follow each other. */
function blocksOf(taken: readonly Taken[], most: number): Block[] {
  const last = new Map<ShopId, [Taken, ...Taken[]]>();
  const blocks: Block[] = [];
  for (const one of taken) {
    const open = last.get(one.row.shop);
    if (open && open.length < most) open.push(one);
    else {
      const block: [Taken, ...Taken[]] = [one];
      last.set(one.row.shop, block);
      blocks.push(block);
    }
  }
  return blocks;
}

/** The turn of its first row is the turn of a block. */
function jobOf(work: string, [first, ...others]: Block): QueueJob {
  const { row, turn: priority } = first;
  if (others.length === 0) return { work, payload: row, key: keyOf(work, row), priority };
  const records = [first, ...others].map(({ row: { shop: _, ...record } }) => record);
  const payload: DueBlock = { shop: row.shop, records };
  // A later block that begins with the same row must not take the place of this one, so each has a key of its own.
  return { work: blockName(work), payload, key: `${work}:${row.shop}:${randomUUID()}`, priority };
}

/**
 * The rows are named by shop and id, so that the statement also runs on a distributed database. It looks at the time again,
 * because another write may have changed it meanwhile.
 */
function takeSql(table: string, traced: boolean): string {
  return `update ${table} t set due_at = null from unnest($1::uuid[], $2::uuid[]) as d (shop_id, id)
    where t.shop_id = d.shop_id and t.id = d.id and t.due_at <= $3 returning t.shop_id as shop, t.id${traced ? ', t.trace' : ''}`;
}
