import type { About, EventFields } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { AppointmentView } from './appointment.view.js';

const aboutCustomer: About = ({ customer }) => {
  const { id, phone, email } = (customer ?? {}) as EventFields; // safe: the view nests a record
  return [
    ['customer', id],
    ['number', phone],
    ['email', email],
  ];
};

export const appointmentEvents = eventKinds(AppointmentView, aboutCustomer, {
  'appointment.changed': { says: 'The diary shows an appointment in another status.', causedBy: 'jobs.move' },
});
