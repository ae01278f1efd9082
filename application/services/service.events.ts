import { eventKinds } from '../events/event-kinds.js';
import { ServiceDetailView } from './service-detail.view.js';

export const serviceEvents = eventKinds(ServiceDetailView, {
  'service.updated': { says: 'The price of a service changed, or its place on the booking page.' },
});
