import { NOBODY } from '../events/contacts.js';
import { eventKinds } from '../events/event-kinds.js';
import { ServiceDetailView } from './service-detail.view.js';

export const serviceEvents = eventKinds(ServiceDetailView, NOBODY, {
  'service.updated': { says: 'The price of a service changed, or it was shown or hidden on the booking page.' },
});
