import { AsyncLocalStorage } from 'node:async_hooks';
import type { Announced, Announcement } from '../../../application/kernel/events/announcer.js';
import { TookTooLong } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { beforeCallEnds } from '../../call-time.js';
import { traceparent } from '../../trace-context.js';
import type { Database } from '../database.js';

/** Reactions cause events, and other reactions follow these. A longer chain is taken for a circle. */
const LONGEST_CHAIN = 10;

/** Reactions end so many milliseconds before their call, so that they are undone and the answer can say so. */
const UNDO_MS = 250;

/** The milliseconds that the reactions to background work have. */
const BACKGROUND_MS = 5000;

const chain = new AsyncLocalStorage<number>();

/**
 * Runs the write that stores a decision with its events. If a reaction follows one of them, the write and the reactions are one
 * transaction; otherwise the write is all that happens.
 * @param write returns no row when the decision was not stored
 */
export async function storeAnnounced<Row>(
  database: Database,
  shop: ShopId,
  decision: Pick<Announced<unknown>, 'changes'>,
  write: () => Promise<Row[]>,
): Promise<Row[]> {
  const { reactions } = database;
  if (!reactions.follow(decision)) return write();
  const length = (chain.getStore() ?? 0) + 1;
  if (length > LONGEST_CHAIN) throw new Error(`reactions follow each other's events more than ${LONGEST_CHAIN} times`);
  return database.transaction(async () => {
    const rows = await write();
    if (rows.length > 0) {
      const all = chain.run(length, () => reactions.run(shop, decision));
      await beforeCallEnds(UNDO_MS, BACKGROUND_MS, all, tooLate);
    }
    return rows;
  });
}

function tooLate(): TookTooLong {
  return new TookTooLong(undefined, undefined, 'the rules that follow this change took too long');
}

/** Returns events as rows of the outbox, with the trace of what happens now. */
export function eventRows(announcements: readonly Announcement[]): object[] {
  const trace = traceparent();
  return announcements.map((announcement) => ({ ...announcement, trace }));
}

/** Returns any number of events as the parameter of `eventsSql`. */
export function eventList(announcements: readonly Announcement[]): string {
  return JSON.stringify(eventRows(announcements));
}

/** A part of an event's data: the time of the change of its record. @param time an SQL expression */
export function changedAt(time: string): string {
  return `jsonb_build_object('updated_at', to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
}

/** The data of an event `e` with the time of the change, if the record in it has one. */
const DATED = `case when e.data ? 'updated_at' then e.data || ${changedAt('stored."updatedAt"')} else e.data end`;

/**
 * Stores events if the statement has stored its record, which `stored` says. `$1` is the shop.
 * @param parameter an `eventList`
 * @param isDated true: `stored` has the time of the change
 */
export function eventsSql(parameter: number, isDated = false): string {
  return eventsFromSql({ rows: `jsonb_to_recordset($${parameter}::jsonb)`, isOf: '' }, isDated);
}

/** The rows that are written beside records. */
export interface RowsBeside {
  /** SQL of the function that returns the rows, after the tables that it needs */
  readonly rows: string;
  /** SQL that joins the rows to their record in `stored`: ` and …`; nothing if there is one record */
  readonly isOf: string;
}

/** As `eventsSql`, for events of one or several records. */
export function eventsFromSql({ rows, isOf }: RowsBeside, isDated: boolean): string {
  return `announced as (
    insert into outbox (shop_id, id, type, data, cause, created_at, trace)
    select here.shop_id, e.id, e.type, ${isDated ? DATED : 'e.data'}, e.cause, e.created_at, e.trace
    from shop_rows here, stored, ${rows}
      as e (id uuid, type text, data jsonb, cause jsonb, created_at timestamptz, trace text)
    where here.shop_id = $1${isOf}
  )`;
}

/** Stores events of a transaction that stores no record of theirs by itself. `$1` is the shop, `$2` an `eventList`. */
export const STORE_EVENTS = `with stored as (select), ${eventsSql(2)} select`;
