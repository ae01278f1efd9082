import type { View } from '../../../application/fields/view.js';
import type { Ids } from '../../../application/ports/ids.js';
import type { EventKind } from '../../../domain/shared/event-kinds.js';
import type { Decision } from '../../../domain/shared/events.js';
import type { Instant } from '../../../domain/shared/instant.js';

/** A row of the outbox: what a subscriber is told, as it was when it happened. */
export interface Announcement {
  readonly id: string;
  readonly type: string;
  readonly created_at: Instant;
  /** the record as the REST API answers it, on updates with the `previous` values of the fields that changed */
  readonly data: object;
}

export function announcements<T>(
  view: View<T>,
  before: T | null,
  decision: Decision<T, EventKind>,
  ids: Ids,
): Announcement[] {
  if (!decision.changed) return [];
  const { next, at, events } = decision;
  const shown = view.of(next, at);
  const record = before === null ? shown : { ...shown, previous: previousOf(view.of(before, at), shown) };
  return events.map(({ type, details }) => ({
    id: ids.next<'Event'>(),
    type,
    created_at: at,
    data: details ? { ...record, ...details } : record,
  }));
}

function previousOf(before: object, after: object): object {
  const now = new Map(Object.entries(after).map(([field, value]) => [field, JSON.stringify(value)]));
  return Object.fromEntries(Object.entries(before).filter(([field, value]) => JSON.stringify(value) !== now.get(field)));
}
