import { listAppointments } from './list-appointments.js';

export const appointmentOperations = [listAppointments];
