import { JOB_STAGES, type Job, type JobStage } from '../../../domain/jobs/job.js';
import { defined } from '../../../domain/shared/defined.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { OneOf } from '../../kernel/fields/fields.js';
import { CursorLimit, CursorToken, IdFilter, ImportedFilter, UpdatedSince } from '../../kernel/fields/filter-fields.js';
import { changesPage, type Changes } from '../../kernel/operation/changes-page.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf, withChanges } from '../../kernel/operation/output.js';
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
  @UpdatedSince() updated_since?: Instant;
}

class SearchJobs implements UseCase<SearchJobsInput, Slice<Job> | Changes<Job>> {
  constructor(
    private readonly jobs: Jobs,
    private readonly provenance: Provenance,
    private readonly cursors: Cursors,
  ) {}

  async execute({ shop }: Caller, input: SearchJobsInput): Promise<Slice<Job> | Changes<Job>> {
    const { stage, customer_id: customerId, imported, limit, cursor, updated_since: since } = input;
    const filter = { origin: originAsked(imported), ...defined({ stage, customerId }) };
    const scope = { shop: shop.id, list: 'jobs', filter };
    if (since !== undefined)
      return changesPage(this.cursors, scope, { since, limit, cursor }, (asked) => {
        requireKnown(this.provenance, filter.origin);
        return this.jobs.changes(shop.id, filter, asked);
      });
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
  output: withChanges(cursorPageOf, JobView),
  needs: [Jobs, Provenance, Cursors],
  // By the specification, `imported` is answered with 500 where the origin of records is not known.
  errors: ['internal_error'],
});
