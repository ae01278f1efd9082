import { area } from '../../kernel/area.js';
import { jobKind } from './job.import.js';
import { jobEvents } from './job.view.js';
import { listJobs } from './list-jobs.js';
import { moveJob } from './move-job.js';
import { readJob } from './read-job.js';
import { refuseJobCreation } from './refuse-job-creation.js';
import { searchJobs } from './search-jobs.js';

export const jobsArea = area({
  name: 'jobs',
  about: 'The shop’s jobs. The API reads them and moves them between stages. Jobs are made in the app or imported.',
  operations: [searchJobs, refuseJobCreation, readJob, moveJob, listJobs],
  importKinds: [jobKind],
  events: [jobEvents],
});
