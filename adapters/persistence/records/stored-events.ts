import type { Announcement } from '../../../application/events/announcer.js';
import { traceparent } from '../../trace-context.js';

/** The number of parameters that `eventValues` gives for one event. */
export const VALUES_OF_EVENT = 6;

/** Returns events as parameters of `eachEventSql`. */
export function eventValues(announcements: readonly Announcement[]): (string | null)[] {
  const trace = traceparent();
  return announcements.flatMap(({ id, type, data, cause, created_at: at }) => [
    id,
    type,
    JSON.stringify(data),
    JSON.stringify(cause),
    at,
    trace,
  ]);
}

/**
 * Stores a number of events if the statement has stored its record, which `stored` says. `$1` is the shop. It is for frequent
 * writes, because PostgreSQL reads parameters with less work than a JSON list.
 * @param first the first parameter of `eventValues`
 */
export function eachEventSql(first: number, events: number): string {
  const rows = Array.from({ length: events }, (_, event) => {
    const id = first + event * VALUES_OF_EVENT;
    return `($${id}::uuid, $${id + 1}::text, $${id + 2}::jsonb, $${id + 3}::jsonb, $${id + 4}::timestamptz, $${id + 5}::text)`;
  });
  return `announced as (
    insert into outbox (shop_id, id, type, data, cause, created_at, trace)
    select $1, e.id, e.type, e.data, e.cause, e.created_at, e.trace
    from stored, (values ${rows.join(', ')}) as e (id, type, data, cause, created_at, trace)
  )`;
}

/** Returns any number of events as the parameter of `eventsSql`. */
export function eventList(announcements: readonly Announcement[]): string {
  const trace = traceparent();
  return JSON.stringify(announcements.map((announcement) => ({ ...announcement, trace })));
}

/** Like `eachEventSql`, with one parameter: an `eventList`. It is for rare writes. */
export function eventsSql(parameter: number): string {
  return `announced as (
    insert into outbox (shop_id, id, type, data, cause, created_at, trace)
    select $1, e.id, e.type, e.data, e.cause, e.created_at, e.trace
    from stored, jsonb_to_recordset($${parameter}::jsonb)
      as e (id uuid, type text, data jsonb, cause jsonb, created_at timestamptz, trace text)
  )`;
}
