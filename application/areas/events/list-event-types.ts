import { EventTypes, type EventType } from '../../kernel/events/event-types.js';
import { get, operation, type UseCase } from '../../kernel/operation/operation.js';
import { listOf } from '../../kernel/operation/output.js';
import type { Listing } from '../../kernel/operation/page.js';
import { EventTypesMeta, EventTypeView } from './event.view.js';

class ListEventTypesInput {}

class ListEventTypes implements UseCase<ListEventTypesInput, Listing<EventType, number>> {
  constructor(private readonly types: EventTypes) {}

  execute(): Promise<Listing<EventType, number>> {
    const items = this.types.described();
    return Promise.resolve({ items, beside: items.length });
  }
}

export const listEventTypes = operation(ListEventTypes, {
  name: 'events.types',
  summary: 'List the kinds of events',
  description:
    'Each kind of event with a sentence, the JSON Schema of its deliveries and a sample. `GET /events` has the same events, each ' +
    'with its `number` beside these fields.',
  scope: 'read',
  route: get('/event-types', { operationId: 'event_types.list' }),
  input: ListEventTypesInput,
  output: listOf(EventTypeView, EventTypesMeta),
  needs: [EventTypes],
});
