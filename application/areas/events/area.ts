import { area } from '../../kernel/area.js';
import { importEvents } from '../../transfer/import-events.js';
import { listEventTypes } from './list-event-types.js';
import { listEvents } from './list-events.js';

export const eventsArea = area({
  name: 'events',
  about: 'Every change of the shop’s records, in order. Webhooks deliver the same events.',
  operations: [listEvents, listEventTypes],
  events: [importEvents],
});
