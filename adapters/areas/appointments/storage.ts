import { Appointments } from '../../../application/areas/appointments/appointments.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { PostgresAppointments } from './postgres-appointments.js';

export const appointmentsStorage = storage({
  tables: [],
  provides: [provide(Appointments, PostgresAppointments, [Database])],
});
