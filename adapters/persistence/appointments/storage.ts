import { Appointments } from '../../../application/appointments/appointments.js';
import { provide } from '../../../application/provide.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { PostgresAppointments } from './postgres-appointments.js';

export const appointmentsStorage = storage({
  tables: [],
  provides: [provide(Appointments, PostgresAppointments, [Database])],
});
