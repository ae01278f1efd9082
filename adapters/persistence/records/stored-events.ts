import type { Announcement } from '../../../application/events/announcer.js';
import { traceparent } from '../../trace-context.js';

/** Returns any number of events as the parameter of `eventsSql`. */
export function eventList(announcements: readonly Announcement[]): string {
  const trace = traceparent();
  return JSON.stringify(announcements.map((announcement) => ({ ...announcement, trace })));
}

/** Stores events if the statement has stored its record, which `stored` says. `$1` is the shop. @param parameter an `eventList` */
export function eventsSql(parameter: number): string {
  return `announced as (
    insert into outbox (shop_id, id, type, data, cause, created_at, trace)
    select $1, e.id, e.type, e.data, e.cause, e.created_at, e.trace
    from stored, jsonb_to_recordset($${parameter}::jsonb)
      as e (id uuid, type text, data jsonb, cause jsonb, created_at timestamptz, trace text)
  )`;
}
