import type { ShopId } from '../../../domain/shared/id.js';
import type { PortsOf } from '../operation/operation.js';
import { provideItself } from '../provide.js';
import type { Cause } from './cause.js';
import type { EventRecords } from './event-records.js';
import type { ReactionTo } from './reactions.js';

/** A change of a record that announced an event. */
export interface RecordChange<T> {
  readonly shop: ShopId;
  /** the record before the change; null: the record is new */
  readonly before: T | null;
  readonly record: T;
  /** the cause of the events that the reaction announces: that of the change, with the event itself as its `eventId` */
  readonly cause: Cause;
}

/**
 * Code of a team that runs in the transaction of an event. Either the change and all that the reactions store are stored, or
 * nothing is. A reaction may run again when the database rolls the transaction back, so it must reach nothing outside of the
 * database; `EventWork` does that afterwards.
 */
export interface Reaction<T> {
  /** A reaction does not refuse: any error undoes the change, and the caller gets `internal_error`. A `Guard` refuses. */
  react(change: RecordChange<T>): Promise<void>;
}

/**
 * Declares a reaction to a kind of event, whichever use case announces it. The code does not compile if there is no such kind, if
 * the reaction takes another record, or if `needs` differs from the constructor's parameters.
 */
export function when<Kind extends keyof EventRecords, Needs extends readonly unknown[]>(
  kind: Kind,
  reaction: new (...needs: Needs) => Reaction<EventRecords[Kind]>,
  needs: PortsOf<Needs>,
): ReactionTo {
  return { kind, reaction: provideItself(reaction, needs) };
}
