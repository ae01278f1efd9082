import type { EventCatalogue } from '../../../application/kernel/events/event-catalogue.js';
import { EventTypes, type EventType } from '../../../application/kernel/events/event-types.js';
import { eventSample, eventSchema } from './event-schema.js';

/** The kinds of the catalogue, with the schemas and samples of the document's `webhooks`. */
export class CatalogueEventTypes extends EventTypes {
  readonly kinds: readonly string[];
  private types: readonly EventType[] | null = null;

  constructor(private readonly catalogue: EventCatalogue) {
    super();
    this.kinds = catalogue.published.map(({ kind }) => kind);
  }

  override described(): readonly EventType[] {
    this.types ??= this.catalogue.published.map((entry) => ({
      type: entry.kind,
      description: entry.says,
      schema: eventSchema(entry, (_, schema) => schema),
      sample: eventSample(entry),
    }));
    return this.types;
  }
}
