import { publishedEvents } from '../../../application/event-catalogue.js';
import { EventTypes, type EventType } from '../../../application/events/event-types.js';
import { eventSample, eventSchema } from './event-schema.js';

/** The kinds of the catalogue, with the schemas and samples of the document's `webhooks`. */
export class CatalogueEventTypes extends EventTypes {
  readonly kinds: readonly string[] = publishedEvents.map(({ kind }) => kind);
  private types: readonly EventType[] | null = null;

  override described(): readonly EventType[] {
    this.types ??= publishedEvents.map((entry) => ({
      type: entry.kind,
      description: entry.says,
      schema: eventSchema(entry, (_, schema) => schema),
      sample: eventSample(entry),
    }));
    return this.types;
  }
}
