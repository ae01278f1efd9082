import { eventKinds } from '../events/event-kinds.js';
import { CustomerView } from './customer.view.js';

export const customerEvents = eventKinds(CustomerView, {
  'customer.created': { says: 'A customer was created.' },
  'customer.updated': { says: 'A customer changed.' },
});
