import { NotImplemented } from '../../../domain/shared/errors.js';
import { operation, post, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { JobView } from './job.view.js';

class CreateJobInput {}

class RefuseJobCreation implements UseCase<CreateJobInput, never> {
  execute(): Promise<never> {
    return Promise.reject(new NotImplemented('jobs are made in the app, not through the API'));
  }
}

export const refuseJobCreation = operation(RefuseJobCreation, {
  name: 'jobs.create',
  summary: 'Create a job (never possible here)',
  description:
    'Always answers 501: a job made here would bypass numbering, reference checks, bay double-booking rules and geocoding. ' +
    'Jobs are made in the app. The body is ignored.',
  scope: 'full',
  route: post('/jobs'),
  input: CreateJobInput,
  output: one(JobView),
  needs: [],
  errors: ['not_implemented'],
  ignoresBody: true,
});
