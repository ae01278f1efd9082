import { area } from '../../kernel/area.js';
import { appointmentEvents } from './appointment.view.js';
import { listAppointments } from './list-appointments.js';

export const appointmentsArea = area({
  name: 'appointments',
  about: 'The diary: jobs with a scheduled window, with their customer and vehicle.',
  operations: [listAppointments],
  events: [appointmentEvents],
});
