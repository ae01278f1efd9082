import { INTERNAL_EVENT_KINDS } from '../domain/shared/event-kinds.js';
import { areas } from './areas.js';
import type { EventDescription } from './events/event-kinds.js';
import type { FieldsClass } from './fields/field.js';

/** One kind of event with everything that is known of it. */
export interface CatalogueEntry extends EventDescription {
  readonly kind: string;
  /** the area that declares it */
  readonly area: string;
  /** the record in its `data` */
  readonly view: FieldsClass;
  /** only the service's own reactions hear it */
  readonly internal: boolean;
}

const INTERNAL: ReadonlySet<string> = new Set(INTERNAL_EVENT_KINDS);

/** Every kind of event that the service announces. The document's `webhooks` are computed from it. */
export const eventCatalogue: readonly CatalogueEntry[] = areas.flatMap(({ name: area, events }) =>
  events.flatMap(({ view, kinds }) =>
    Object.entries(kinds).map(([kind, description]) => ({ ...description, kind, area, view, internal: INTERNAL.has(kind) })),
  ),
);
