import { Jobs } from '../../../application/jobs/jobs.js';
import { JOBS } from '../../../application/jobs/records.js';
import { provide } from '../../../application/provide.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { stored } from '../transfer/stored-kinds.js';
import { JOB_KIND } from './job.kind.js';
import { jobTable } from './job.table.js';
import { PostgresJobs } from './postgres-jobs.js';
import { jobErasure } from './job.erasure.js';

export const jobsStorage = storage({
  tables: [jobTable],
  kinds: [stored(JOBS, JOB_KIND)],
  erases: [jobErasure],
  provides: [provide(Jobs, PostgresJobs, [Database])],
});
