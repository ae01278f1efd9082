import { BookedJobs } from '../../../application/booking/booked-jobs.js';
import { provide } from '../../../application/provide.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { PostgresBookedJobs } from './postgres-booked-jobs.js';

export const bookingStorage = storage({
  tables: [],
  provides: [provide(BookedJobs, PostgresBookedJobs, [Database])],
});
