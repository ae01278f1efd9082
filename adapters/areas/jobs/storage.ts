import { Jobs } from '../../../application/areas/jobs/jobs.js';
import { JOBS } from '../../../application/areas/jobs/records.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { jobErasure } from './job.erasure.js';
import { JOB_KIND } from './job.kind.js';
import { jobTable } from './job.table.js';
import { PostgresJobs } from './postgres-jobs.js';

export const jobsStorage = storage({
  tables: [jobTable],
  kinds: [stored(JOBS, JOB_KIND)],
  erases: [jobErasure],
  provides: [provide(Jobs, PostgresJobs, [Database])],
});
