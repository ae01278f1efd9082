import { area } from '../../kernel/area.js';
import { appointmentEvents } from './appointment.view.js';
import { listAppointments } from './list-appointments.js';
import { searchAppointments } from './search-appointments.js';

export const appointmentsArea = area({
  name: 'appointments',
  about: 'The diary: jobs with a scheduled window, with their customer and vehicle.',
  operations: [searchAppointments, listAppointments],
  events: [appointmentEvents],
});
