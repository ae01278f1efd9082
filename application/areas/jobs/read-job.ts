import type { Job } from '../../../domain/jobs/job.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { JobId } from '../../../domain/shared/id.js';
import { PathId } from '../../kernel/fields/fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { JobView } from './job.view.js';
import { Jobs } from './jobs.js';

class ReadJobInput {
  @PathId() id!: JobId;
}

class ReadJob implements UseCase<ReadJobInput, Job> {
  constructor(private readonly jobs: Jobs) {}

  async execute({ shop }: Caller, { id }: ReadJobInput): Promise<Job> {
    const job = await this.jobs.find(shop.id, id);
    if (!job) throw new NotFound('job');
    return job;
  }
}

export const readJob = operation(ReadJob, {
  name: 'jobs.read',
  summary: 'Read a job',
  description: 'One job of the shop, made here or imported.',
  scope: 'read',
  route: get('/jobs/:id'),
  input: ReadJobInput,
  output: one(JobView),
  needs: [Jobs],
  errors: ['not_found'],
});
