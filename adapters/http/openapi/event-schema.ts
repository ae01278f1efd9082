import { CauseView } from '../../../application/kernel/events/cause.js';
import type { CatalogueEntry, EventCatalogue } from '../../../application/kernel/events/event-catalogue.js';
import { EventTypes, type EventType } from '../../../application/kernel/events/event-types.js';
import type { FieldsClass } from '../../../application/kernel/fields/field.js';
import type { JsonSchema } from '../../../application/kernel/fields/json-schema.js';
import { announcedSchema, closedObject, viewSchema } from '../../../application/kernel/fields/view.js';
import type { Components, Part } from './entry.js';
import { exampleOf, viewName } from './success.js';

/** Keeps a schema that several kinds share, and returns what stands in its place. */
export type Share = (name: string, schema: JsonSchema) => JsonSchema;

/** The schema of a delivery of an event, with its data as REST answers the record. */
function eventSchema(entry: CatalogueEntry, share: Share): JsonSchema {
  const cause = share('EventCause', viewSchema(CauseView));
  const { properties = {}, ...data } = dataSchema(entry);
  const before = entry.hasPrevious ? { previous: previousSchema(entry.view, share) } : {};
  return closedObject({ ...envelope(entry), data: { ...data, properties: { ...properties, ...before } }, cause });
}

/** A delivery that fits the schema. */
function eventSample(entry: CatalogueEntry): object {
  // The example of a closed object is always an object.
  const data = exampleOf(dataSchema(entry), '', viewName(entry.view)) as object;
  const cause = exampleOf(viewSchema(CauseView), '', 'Cause') as object;
  const event = exampleOf(closedObject(envelope(entry)), '', 'Event') as object;
  return { ...event, data: { ...data, ...entry.example }, cause: { ...cause, operation: entry.causedBy } };
}

function envelope({ kind }: CatalogueEntry): Record<string, JsonSchema> {
  return {
    number: {
      type: ['integer', 'null'],
      minimum: 1,
      description: 'The place in the feed. Null: the feed has no such event.',
      examples: [kind === 'ping' ? null : 1042],
    },
    id: { type: 'string', format: 'uuid' },
    type: { type: 'string', enum: [kind] },
    created_at: { type: 'string', format: 'date-time', description: 'The time when the record changed.' },
    shop_id: { type: 'string', format: 'uuid' },
  };
}

/** The record as REST answers it, and the details that this kind of event adds. */
function dataSchema({ view, details }: CatalogueEntry): JsonSchema {
  return closedObject({ ...announcedSchema(view).properties, ...(details && viewSchema(details).properties) });
}

/**
 * Returns the schema of an event's `previous`. An event gives only the fields that its change touched, so the schema requires
 * none of them.
 */
function previousSchema(view: FieldsClass, share: Share): JsonSchema {
  const { required: _, ...schema } = announcedSchema(view);
  const description = 'The old values of the fields that changed. Absent if the record is new.';
  return share(`Previous${viewName(view)}`, { ...schema, description });
}

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

/** One message to subscribers for each kind of event that is not internal. */
export function webhooksOf(components: Components, published: readonly CatalogueEntry[]): Record<string, Part> {
  return Object.fromEntries(published.map((entry) => [entry.kind, { post: webhookOf(components, entry) }]));
}

function webhookOf(components: Components, entry: CatalogueEntry): Part {
  const { kind, area, says } = entry;
  const schema = eventSchema(entry, (name, shared) => components.refer('schemas', name, { ...shared }));
  const content = { 'application/json': { schema, example: eventSample(entry) } };
  return {
    operationId: `events.${kind}`,
    tags: [area],
    summary: says,
    security: [],
    requestBody: { required: true, content },
    responses: { '2XX': { description: 'The subscriber received the event.' } },
  };
}
