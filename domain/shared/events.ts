import type { EventKind, InternalEventKind } from './event-kinds.js';

/** Something that happened to a record. `details` join the record in the event's `data`. */
export interface DomainEvent {
  readonly type: EventKind | InternalEventKind;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What a verb decides: the next state and what is to be announced. `changed` is false when nothing is to be stored. */
export interface Decision<T> {
  readonly next: T;
  readonly events: readonly DomainEvent[];
  readonly changed: boolean;
}

export function unchanged<T>(record: T): Decision<T> {
  return { next: record, events: [], changed: false };
}

export function changed<T>(next: T, events: readonly DomainEvent[]): Decision<T> {
  return { next, events, changed: true };
}
