import type { Shop } from '../../domain/access/shop.js';
import { changed, type Decision, type DomainEvent, type EventKind } from '../../domain/shared/events.js';
import type { Instant } from '../../domain/shared/instant.js';
import type { Announcement, Announcer } from '../kernel/events/announcer.js';
import type { Cause } from '../kernel/events/cause.js';
import type { EventKinds } from '../kernel/events/event-kinds.js';
import type { Found } from './import-kind.js';

/** Returns a referenced record by the column of its reference and its id. Null: there is none, or nothing is told of it. */
export type FindTold = (column: string, id: string | null) => Found | null;

/** An import that announces its records. */
export interface AnnouncingImport {
  readonly announcer: Announcer;
  readonly shop: Shop;
  readonly now: Instant;
  readonly cause: Cause;
  /** finds the records of references with `told` */
  readonly found: FindTold;
}

/**
 * Announces a record that a row has made or changed. The record also has the shop's `currency`.
 * @param before null: the record is new
 */
export type Announce<T> = (running: AnnouncingImport, before: T | null, record: T) => readonly Announcement[];

/** Announces what a verb of the domain decides about an imported record. */
export function announcedBy<T, Kind extends EventKind>(
  kinds: EventKinds<T, Kind>,
  decide: (before: T | null, record: T, now: Instant) => Decision<T, NoInfer<Kind>>,
): Announce<T> {
  return ({ announcer, now, cause }, before, record) =>
    announcer.announce(kinds, before, decide(before, record, now), cause).announcements;
}

/** Announces each new record by one kind of event, and each changed one by another. */
export function announcedAs<T, Kind extends EventKind>(
  kinds: EventKinds<T, Kind>,
  { made, edited }: { readonly made: DomainEvent<NoInfer<Kind>>; readonly edited: DomainEvent<NoInfer<Kind>> },
): Announce<T> {
  return announcedBy(kinds, (before, record, now) => changed(record, now, [before === null ? made : edited]));
}
