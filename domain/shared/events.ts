import type { Instant } from './instant.js';

/**
 * The name of a kind of event: `<record>.<what happened>`, such as `lead.created`. The file `<record>.events.ts` describes it.
 * A `ping` tells of no change: it tests a webhook.
 */
export type EventKind = `${string}.${string}` | 'ping';

/** Something that happened to a record. `details` are added to the record in the event's `data`. */
export interface DomainEvent<Kind extends EventKind> {
  readonly type: Kind;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A decision that does not change the record. Nothing is stored and nothing is announced. */
interface Unchanged<T, Kind extends EventKind> {
  readonly next: T;
  readonly events: readonly DomainEvent<Kind>[];
  readonly changed: false;
}

interface Changed<T, Kind extends EventKind> {
  readonly next: T;
  readonly events: readonly DomainEvent<Kind>[];
  readonly changed: true;
  /** the time of the change and of its events */
  readonly at: Instant;
}

/** The decision of a verb: the next state and the events to announce. `Kind` names the kinds that the verb may announce. */
export type Decision<T, Kind extends EventKind> = Unchanged<T, Kind> | Changed<T, Kind>;

export function unchanged<T>(record: T): Unchanged<T, never> {
  return { next: record, events: [], changed: false };
}

export function changed<T, Kind extends EventKind>(next: T, at: Instant, events: readonly DomainEvent<Kind>[]): Changed<T, Kind> {
  return { next, events, changed: true, at };
}
