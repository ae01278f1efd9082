import { areas } from './areas.js';
import type { EventDescription } from './events/event-kinds.js';
import type { FieldsClass } from './fields/field.js';

/** One kind of event with its description, area and view. */
export interface CatalogueEntry extends EventDescription {
  readonly kind: string;
  /** the area that declares the kind */
  readonly area: string;
  /** the record in its `data` */
  readonly view: FieldsClass;
  readonly internal: boolean;
}

/** Every kind of event that the service announces. The `webhooks` of the OpenAPI document are computed from this list. */
export const eventCatalogue: readonly CatalogueEntry[] = areas.flatMap(({ name: area, events }) =>
  events.flatMap(({ view, kinds }) =>
    Object.entries(kinds).map(([kind, description]) => ({ internal: false, ...description, kind, area, view })),
  ),
);
