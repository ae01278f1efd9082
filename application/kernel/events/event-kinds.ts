import type { EventKind } from '../../../domain/shared/events.js';
import type { FieldsClass } from '../fields/field.js';
import type { View } from '../fields/view.js';
import type { About } from './contacts.js';

/** The description of one kind of event for subscribers. */
export interface EventDescription {
  /** a sentence for people */
  readonly says: string;
  /** the fields that are added to the record in `data` */
  readonly details?: FieldsClass;
  /** true: only the service's own work receives the event; subscribers never receive it, and no document names it */
  readonly internal?: boolean;
  /** true: the event tells of a change, but does not have the `previous` values of the record */
  readonly withoutPrevious?: boolean;
  /** the fields in the example of the event that the example of the record has otherwise */
  readonly example?: Readonly<Record<string, unknown>>;
  /** the operation in the example of the event, if it is not the area's own; null: no operation causes the event */
  readonly causedBy?: string | null;
}

/** The kinds of events of one kind of record, the view of the record that each event carries, and whom they are about. */
export interface EventKinds<T, Kind extends EventKind> {
  readonly view: View<T>;
  readonly about: About;
  readonly kinds: Readonly<Record<Kind, EventDescription>>;
}

/** `EventKinds` of any record, for code that treats all records alike. */
export interface AnyEventKinds {
  readonly view: FieldsClass;
  readonly about: About;
  readonly kinds: Readonly<Record<string, EventDescription>>;
}

export function eventKinds<T, Kind extends EventKind>(
  view: View<T>,
  about: About,
  kinds: Readonly<Record<Kind, EventDescription>>,
): EventKinds<T, Kind> {
  return { view, about, kinds };
}
