import type { Area } from '../area.js';
import type { FieldsClass } from '../fields/field.js';
import { Announcer } from './announcer.js';
import { contactWords, type About, type ContactWord, type EventFields } from './contacts.js';
import type { EventDescription } from './event-kinds.js';

/** One kind of event with its description, area and view. */
export interface CatalogueEntry extends EventDescription {
  readonly kind: string;
  /** the area that declares the kind */
  readonly area: string;
  /** the view of the record in the event's `data` */
  readonly view: FieldsClass;
  readonly about: About;
  readonly internal: boolean;
  /** true: the event has the old values of the fields that changed */
  readonly hasPrevious: boolean;
  /** the operation in the example of the event; null: no operation of the area causes the event */
  readonly causedBy: string | null;
}

/** Every kind of event that the service announces. */
export class EventCatalogue {
  readonly entries: readonly CatalogueEntry[];
  /**
   * The kinds that subscribers get. Readers of the feed get all of them except `ping`. The `webhooks` of the OpenAPI document are computed
   * from this list.
   */
  readonly published: readonly CatalogueEntry[];
  /** the kinds that neither the feed nor all subscriptions get: a `ping` goes to the one subscription that is tested */
  readonly apart: readonly string[];
  /** the names of the kinds that only the service itself gets */
  readonly internal: readonly string[];
  private readonly byKind: ReadonlyMap<string, CatalogueEntry>;

  constructor(areas: readonly Area[]) {
    this.entries = areas.flatMap(entriesOf);
    this.published = this.entries.filter(({ internal }) => !internal);
    this.internal = this.entries.filter(({ internal }) => internal).map(({ kind }) => kind);
    this.apart = ['ping', ...this.internal];
    this.byKind = new Map(this.entries.map((entry) => [entry.kind, entry]));
  }

  /** Null: no such kind is known. An older release, or an extension that is gone, may have announced it. */
  entryOf(kind: string): CatalogueEntry | null {
    return this.byKind.get(kind) ?? null;
  }

  /** Whom an event is about. Nobody, if the kind is not known. */
  contactsOf(kind: string, data: EventFields): readonly ContactWord[] {
    return contactWords(this.entryOf(kind)?.about(data) ?? []);
  }
}

function entriesOf(area: Area): CatalogueEntry[] {
  return area.events.flatMap(({ view, about, kinds }) =>
    Object.entries(kinds).map(([kind, description]) => {
      const ofNewRecord = kind.endsWith('.created');
      const { causedBy = causeIn(area, ofNewRecord) } = description;
      const hasPrevious = !ofNewRecord && description.withoutPrevious !== true;
      return { internal: false, ...description, kind, area: area.name, view, about, hasPrevious, causedBy };
    }),
  );
}

/**
 * The operation in the example of an event: the area's `create` for an event of a new record; for any other event, the first
 * other operation of the area that announces events.
 */
function causeIn({ name, operations }: Area, ofNewRecord: boolean): string | null {
  const announcing = operations.filter(({ needs }) => needs.includes(Announcer)).map((operation) => operation.name);
  return announcing.find((operation) => (operation === `${name}.create`) === ofNewRecord) ?? null;
}
