import type { About } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { CustomerView } from './customer.view.js';

const aboutCustomer: About = ({ id, phone, email }) => [
  ['customer', id],
  ['number', phone],
  ['email', email],
];

export const customerEvents = eventKinds(CustomerView, aboutCustomer, {
  'customer.created': { says: 'A customer was created.' },
  'customer.updated': { says: 'A customer changed.' },
});
