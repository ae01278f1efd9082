import type { Announcement } from '../../../application/events/announcer.js';
import { contactsOf } from '../../../application/events/contacts.js';
import { WITHDRAWING_KINDS } from '../../../domain/automations/withdrawing-kinds.js';

const WITHDRAWING: ReadonlySet<string> = new Set(WITHDRAWING_KINDS);

/** The contacts of events that may withdraw steps of automations, in the form of the parameter of `withdrawalsSql`. */
export function withdrawalsOf(announcements: readonly Announcement[]): readonly object[] {
  return announcements
    .filter(({ type }) => WITHDRAWING.has(type))
    .flatMap(({ id: event, type: kind, created_at: at, data }) =>
      // Safe: the data of an event is a view, and so an object with names.
      contactsOf(kind, data as Readonly<Record<string, unknown>>).map((contact) => ({ contact, kind, event, at })),
    );
}

/**
 * Withdraws the steps of automations that wait for nothing to happen with a contact. It is a part of the statement that stores the
 * event, so that no step runs after this statement has committed. The rows are locked after the counts and in the order of their
 * ids, as every such statement does, so that two of them never deadlock.
 * @param parameter a JSON list
 * @param afterCounts true: the statement also writes counts
 */
export function withdrawalsSql(parameter: number, afterCounts: boolean): string {
  return `withdrawing as (
    select s.id, w.event, w.at
    from stored ${afterCounts ? 'cross join (select count(*) from counted) written' : ''}
      cross join jsonb_to_recordset($${parameter}::jsonb) as w (contact text, kind text, event uuid, at timestamptz)
      join automation_watches x on x.shop_id = $1 and x.contact = w.contact and x.kind = w.kind
      join automation_steps s on s.shop_id = $1 and s.id = x.step_id and s.status = 'waiting'
    order by s.id for update of s
  ), withdrawn as (
    update automation_steps t set status = 'withdrawn', withdrawn_by = w.event, ended_at = w.at, due_at = null
    from withdrawing w where t.shop_id = $1 and t.id = w.id
  )`;
}
