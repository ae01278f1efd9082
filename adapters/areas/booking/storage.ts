import { BookedJobs } from '../../../application/areas/booking/booked-jobs.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { PostgresBookedJobs } from './postgres-booked-jobs.js';

export const bookingStorage = storage({
  tables: [],
  provides: [provide(BookedJobs, PostgresBookedJobs, [Database])],
});
