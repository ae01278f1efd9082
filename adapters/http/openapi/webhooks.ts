import type { CatalogueEntry } from '../../../application/kernel/events/event-catalogue.js';
import type { Components, Part } from './components.js';
import { eventSample, eventSchema } from './event-schema.js';

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
