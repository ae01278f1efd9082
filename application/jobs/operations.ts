import { listJobs } from './list-jobs.js';
import { moveJobOperation } from './move-job.js';
import { readJob } from './read-job.js';
import { refuseJobCreation } from './refuse-job-creation.js';
import { searchJobs } from './search-jobs.js';

export const jobOperations = [
  searchJobs,
  refuseJobCreation,
  readJob,
  moveJobOperation,
  listJobs,
];
