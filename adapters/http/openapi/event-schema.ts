import { CauseView } from '../../../application/kernel/events/cause.js';
import type { CatalogueEntry } from '../../../application/kernel/events/event-catalogue.js';
import type { FieldsClass } from '../../../application/kernel/fields/field.js';
import type { JsonSchema } from '../../../application/kernel/fields/json-schema.js';
import { closedObject, viewSchema } from '../../../application/kernel/fields/view.js';
import { exampleOf } from './examples.js';
import { viewName } from './success.js';

/** Keeps a schema that several kinds share, and returns what stands in its place. */
export type Share = (name: string, schema: JsonSchema) => JsonSchema;

/** The schema of a delivery of an event, with its data as REST answers the record. */
export function eventSchema(entry: CatalogueEntry, share: Share): JsonSchema {
  const cause = share('EventCause', viewSchema(CauseView));
  const { properties = {}, ...data } = dataSchema(entry);
  const before = entry.hasPrevious ? { previous: previousSchema(entry.view, share) } : {};
  return closedObject({ ...envelope(entry), data: { ...data, properties: { ...properties, ...before } }, cause });
}

/** A delivery that fits the schema. */
export function eventSample(entry: CatalogueEntry): object {
  const data = exampleOf(dataSchema(entry), '', viewName(entry.view));
  // The example of a closed object is always an object.
  const cause = exampleOf(viewSchema(CauseView), '', 'Cause') as object;
  const event = exampleOf(closedObject(envelope(entry)), '', 'Event') as object;
  return { ...event, data, cause: { ...cause, operation: entry.causedBy } };
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
function previousSchema(view: FieldsClass, share: Share): JsonSchema {
  const { required: _, ...schema } = viewSchema(view);
  const description = 'The old values of the fields that changed. Absent if the record is new.';
  return share(`Previous${viewName(view)}`, { ...schema, description });
}
