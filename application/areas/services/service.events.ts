import { NOBODY } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { ServiceDetailView } from './service-detail.view.js';

export const serviceEvents = eventKinds(ServiceDetailView, NOBODY, {
  'service.updated': { says: 'The price of a service changed, or it was shown or hidden on the booking page.' },
});
