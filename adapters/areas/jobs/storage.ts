import { JOBS, Jobs } from '../../../application/areas/jobs/jobs.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../../storage/database.js';
import { emptied } from '../../storage/erasure/eraser.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { JOB_KIND, jobTable } from './job.entity.js';
import { PostgresJobs } from './postgres-jobs.js';

/** The number of a job, its stage and its times stay: they belong to the shop's books. */
const jobErasure = emptied({
  table: jobTable,
  about: ({ customer }, parameter) => `t.customer_id = ${parameter(customer)}`,
  to: { title: 'null', locationAddress: 'null', metadata: `'{}'` },
});

export const jobsStorage = storage({
  tables: [jobTable],
  kinds: [stored(JOBS, JOB_KIND)],
  erases: [jobErasure],
  provides: [provide(Jobs, PostgresJobs, [Database])],
});
