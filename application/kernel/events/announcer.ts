import type { Decision, EventKind } from '../../../domain/shared/events.js';
import type { EventId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Ids, Operator, PublicUrl } from '../ports/ports.js';
import { CauseView, type Cause } from './cause.js';
import type { EventCheck } from './event-check.js';
import { NO_EXTRA_FIELDS, type ExtraFields } from '../fields/extra-fields.js';
import type { EventKinds } from './event-kinds.js';

/** A row of the outbox. Subscribers read the record in the state that it had when the event happened. */
export interface Announcement {
  readonly id: EventId;
  readonly type: EventKind;
  readonly created_at: Instant;
  /** the record as the API answers it, and the event's details; an update also has the `previous` values of changed fields */
  readonly data: object;
  readonly cause: CauseView;
}

/** A decision with its announcements. A port stores the new state and the announcements together. */
export interface Announced<T> {
  readonly next: T;
  readonly changed: boolean;
  readonly announcements: readonly Announcement[];
  /** the changed records with their own announcements, for the reactions */
  readonly changes: readonly AnnouncedChange[];
}

/** One record of a decision. */
export interface AnnouncedChange {
  /** null: the record is new */
  readonly before: unknown;
  readonly record: unknown;
  readonly cause: Cause;
  readonly announcements: readonly Announcement[];
}

const NONE: readonly never[] = [];
const UPDATED = 'updated_at';

/** A decision that announces nothing. */
export function unannounced<T>(next: T, changed: boolean): Announced<T> {
  return { next, changed, announcements: NONE, changes: NONE };
}

/** Turns the events of a decision into announcements. */
export class Announcer {
  constructor(
    private readonly ids: Ids,
    private readonly check: EventCheck,
    private readonly publicUrl: PublicUrl,
    private readonly operator: Operator = { name: null },
    private readonly extraFields: ExtraFields = NO_EXTRA_FIELDS,
  ) {}

  /**
   * Returns the decision with an announcement of each of its events. The code does not compile if `EventKinds` lacks a kind of
   * event that the decision can have.
   * @param before null: the record is new
   */
  announce<T, Kind extends EventKind>(
    { view }: EventKinds<T, Kind>,
    before: NoInfer<T> | null,
    decision: Decision<NoInfer<T>, NoInfer<Kind>>,
    cause: Cause,
  ): Announced<T> {
    if (!decision.changed) return unannounced(decision.next, false);
    const { at, events } = decision;
    const next = before === null ? this.extraFields.completed(view, decision.next) : decision.next;
    const { url: publicUrl } = this.publicUrl;
    const shownOf = (record: T): object => beforeStored(view.of(record, at, publicUrl));
    const shown = shownOf(next);
    const record = before === null ? shown : { ...shown, previous: previousOf(shownOf(before), shown) };
    const because = CauseView.of(cause, this.operator.name);
    const announcements = events.map(({ type, details }) => ({
      id: this.ids.next<'Event'>(),
      type,
      created_at: at,
      data: details ? { ...record, ...details } : record,
      cause: because,
    }));
    for (const announcement of announcements) this.check.check(announcement);
    return { next, changed: true, announcements, changes: [{ before, record: next, cause, announcements }] };
  }
}

/** Returns a decision with the announcements of a further record, which is stored together with it. */
export function together<T>(decision: Announced<T>, other: Announced<unknown>): Announced<T> {
  return {
    next: decision.next,
    changed: true,
    announcements: [...decision.announcements, ...other.announcements],
    changes: [...decision.changes, ...other.changes],
  };
}

/** An event is made before its record is stored. The statement that stores both sets what only the store knows. */
function beforeStored(shown: object): object {
  return UPDATED in shown ? { ...shown, [UPDATED]: null } : shown;
}

function previousOf(before: object, after: object): object {
  const now = new Map(Object.entries(after).map(([field, value]) => [field, JSON.stringify(value)]));
  return Object.fromEntries(Object.entries(before).filter(([field, value]) => JSON.stringify(value) !== now.get(field)));
}
