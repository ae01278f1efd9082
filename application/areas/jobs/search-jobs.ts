import { JOB_STAGES, type Job, type JobStage } from '../../../domain/jobs/job.js';
import { defined } from '../../../domain/shared/defined.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import { OneOf } from '../../kernel/fields/fields.js';
import { CursorLimit, CursorToken, IdFilter, ImportedFilter } from '../../kernel/fields/filter-fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf } from '../../kernel/operation/output.js';
import { cursorPage, type Slice } from '../../kernel/operation/page.js';
import { Cursors } from '../../kernel/ports/ports.js';
import { originAsked, Provenance, requireKnown } from '../../kernel/ports/provenance.js';
import { JobView } from './job.view.js';
import { Jobs } from './jobs.js';

class SearchJobsInput {
  @OneOf(JOB_STAGES, { optional: true, description: 'Left out: any.' }) stage?: JobStage;
  @IdFilter({ description: 'The `id` of a customer.' }) customer_id?: CustomerId;
  @ImportedFilter() imported?: boolean;
  @CursorLimit() limit?: number;
  @CursorToken() cursor?: string;
}

class SearchJobs implements UseCase<SearchJobsInput, Slice<Job>> {
  constructor(
    private readonly jobs: Jobs,
    private readonly provenance: Provenance,
    private readonly cursors: Cursors,
  ) {}

  async execute({ shop }: Caller, input: SearchJobsInput): Promise<Slice<Job>> {
    const { stage, customer_id: customerId, imported, limit, cursor } = input;
    const filter = { origin: originAsked(imported), ...defined({ stage, customerId }) };
    const scope = { shop: shop.id, list: 'jobs', filter };
    return cursorPage(this.cursors, scope, { limit, cursor }, (rows, after) => {
      requireKnown(this.provenance, filter.origin);
      return this.jobs.search(shop.id, filter, rows, after);
    });
  }
}

export const searchJobs = operation(SearchJobs, {
  name: 'jobs.search',
  summary: 'List jobs by cursor',
  description:
    'The shop’s jobs, newest first, optionally by stage or customer. Imported jobs are a separate list (`imported`), so that ' +
    'this one is of the work done here; `POST /jobs/list` searches both.',
  scope: 'read',
  route: get('/jobs', { operationId: 'jobs.list' }),
  input: SearchJobsInput,
  output: cursorPageOf(JobView),
  needs: [Jobs, Provenance, Cursors],
  // By the specification, `imported` is answered with 500 where the origin of records is not known.
  errors: ['internal_error'],
});
