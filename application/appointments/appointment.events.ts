import { eventKinds } from '../events/event-kinds.js';
import { AppointmentView } from './appointment.view.js';

export const appointmentEvents = eventKinds(AppointmentView, {
  'appointment.changed': { says: 'The diary shows an appointment in another status.', causedBy: 'jobs.move' },
});
