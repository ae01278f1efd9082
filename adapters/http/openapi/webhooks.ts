import { eventCatalogue, type CatalogueEntry } from '../../../application/event-catalogue.js';
import { CauseView } from '../../../application/events/cause.js';
import type { FieldsClass } from '../../../application/fields/field.js';
import type { JsonSchema } from '../../../application/fields/json-schema.js';
import { closedObject, viewSchema } from '../../../application/fields/view.js';
import type { Components, Part, Ref } from './components.js';
import { exampleOf } from './examples.js';
import { viewName } from './success.js';

/** One message to subscribers for each kind of event that is not internal. */
export function webhooksOf(components: Components): Record<string, Part> {
  const published = eventCatalogue.filter(({ internal }) => !internal);
  return Object.fromEntries(published.map((entry) => [entry.kind, { post: webhookOf(components, entry) }]));
}

function webhookOf(components: Components, entry: CatalogueEntry): Part {
  const { kind, area, says } = entry;
  const content = { 'application/json': { schema: eventSchema(components, entry), example: example(entry) } };
  return {
    operationId: `events.${kind}`,
    tags: [area],
    summary: says,
    security: [],
    requestBody: { required: true, content },
    responses: { '2XX': { description: 'The subscriber received the event.' } },
  };
}

function eventSchema(components: Components, entry: CatalogueEntry): JsonSchema {
  const cause: JsonSchema = components.refer('schemas', 'EventCause', { ...viewSchema(CauseView) });
  const { properties = {}, ...data } = dataSchema(entry);
  const before = entry.hasPrevious ? { previous: previousSchema(components, entry.view) } : {};
  return closedObject({ ...envelope(entry), data: { ...data, properties: { ...properties, ...before } }, cause });
}

function envelope({ kind }: CatalogueEntry): Record<string, JsonSchema> {
  return {
    id: { type: 'string', format: 'uuid' },
    type: { type: 'string', enum: [kind] },
    created_at: { type: 'string', format: 'date-time', description: 'The time when the record changed.' },
    shop_id: { type: 'string', format: 'uuid' },
  };
}

/** The record as REST answers it, and the details that this kind of event adds. */
function dataSchema({ view, details }: CatalogueEntry): JsonSchema {
  return closedObject({ ...viewSchema(view).properties, ...(details && viewSchema(details).properties) });
}

/**
 * Returns the schema of an event's `previous`. An event gives only the fields that its change touched, so the schema requires
 * none of them.
 */
function previousSchema(components: Components, view: FieldsClass): Ref {
  const { required: _, ...schema } = viewSchema(view);
  const description = 'The old values of the fields that changed. Absent if the record is new.';
  return components.refer('schemas', `Previous${viewName(view)}`, { ...schema, description });
}

function example(entry: CatalogueEntry): Part {
  const data = exampleOf(dataSchema(entry), '', viewName(entry.view));
  // The example of a closed object is always an object.
  const cause = exampleOf(viewSchema(CauseView), '', 'Cause') as Part;
  const event = exampleOf(closedObject(envelope(entry)), '', 'Event') as Part;
  return { ...event, data, cause: { ...cause, operation: entry.causedBy } };
}
