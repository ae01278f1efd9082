import { JOB_STAGES, type Job, type JobStage } from '../../../domain/jobs/job.js';
import type { Metadata } from '../../../domain/shared/annotated.js';
import { defined } from '../../../domain/shared/defined.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { ExternalIdFilter, MetadataFilter } from '../../kernel/fields/annotation-fields.js';
import { OneOf } from '../../kernel/fields/fields.js';
import { CursorLimit, CursorToken, IdFilter, ImportedFilter, UpdatedSince } from '../../kernel/fields/filter-fields.js';
import { CreatedSince, CreatedUntil, Include } from '../../kernel/fields/rest-fields.js';
import { changesPage, includedIn, type Changes } from '../../kernel/operation/changes-page.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf, withChanges } from '../../kernel/operation/output.js';
import { cursorPage, type Slice } from '../../kernel/operation/page.js';
import { Cursors } from '../../kernel/ports/ports.js';
import { originAsked, Provenance, requireKnown } from '../../kernel/ports/provenance.js';
import { Customers } from '../customers/customers.js';
import { includeCustomers, type WithCustomer } from '../customers/include-customers.js';
import { ListedJobView } from './job.view.js';
import { Jobs } from './jobs.js';

class SearchJobsInput {
  @OneOf(JOB_STAGES, { optional: true, description: 'Left out: any.' }) stage?: JobStage;
  @IdFilter({ description: 'The `id` of a customer.' }) customer_id?: CustomerId;
  @ImportedFilter() imported?: boolean;
  @ExternalIdFilter() external_id?: string;
  @MetadataFilter() metadata?: Metadata;
  @CreatedSince() created_since?: Instant;
  @CreatedUntil() created_until?: Instant;
  @Include('customer') include?: readonly string[];
  @CursorLimit() limit?: number;
  @CursorToken() cursor?: string;
  @UpdatedSince() updated_since?: Instant;
}

type ListedJob = Job & WithCustomer;

class SearchJobs implements UseCase<SearchJobsInput, Slice<ListedJob> | Changes<ListedJob>> {
  constructor(
    private readonly jobs: Jobs,
    private readonly customers: Customers,
    private readonly provenance: Provenance,
    private readonly cursors: Cursors,
  ) {}

  async execute({ shop }: Caller, input: SearchJobsInput): Promise<Slice<ListedJob> | Changes<ListedJob>> {
    const { stage, customer_id: customerId, created_since, created_until, imported, include = [], limit, cursor } = input;
    const { external_id, metadata } = input;
    // The id is of one job, which an import can have brought.
    const origin = imported === undefined && external_id !== undefined ? undefined : originAsked(imported);
    const filter = defined({ origin, stage, customerId, created_since, created_until, external_id, metadata });
    const scope = { shop: shop.id, list: 'jobs', filter };
    const including = (jobs: readonly Job[]): Promise<readonly ListedJob[]> =>
      includeCustomers(this.customers, shop.id, jobs, include);
    if (input.updated_since !== undefined) {
      const asked = { since: input.updated_since, limit, cursor };
      const changes = await changesPage(this.cursors, scope, asked, (from) => {
        if (origin) requireKnown(this.provenance, origin);
        return this.jobs.changes(shop.id, filter, from);
      });
      return includedIn(changes, including);
    }
    const page = await cursorPage(this.cursors, scope, { limit, cursor }, (rows, after) => {
      if (origin) requireKnown(this.provenance, origin);
      return this.jobs.search(shop.id, filter, rows, after);
    });
    return { ...page, items: await including(page.items) };
  }
}

export const searchJobs = operation(SearchJobs, {
  name: 'jobs.search',
  summary: 'List jobs by cursor',
  description:
    'The shop’s jobs, newest first, optionally by stage, customer, external id, metadata or time of creation. Imported jobs are a ' +
    'separate list (`imported`), unless you ask for an external id, so that this one is of the work done here; `POST /jobs/list` searches both.',
  scope: 'read',
  route: get('/jobs', { operationId: 'jobs.list' }),
  input: SearchJobsInput,
  output: withChanges(cursorPageOf, ListedJobView),
  needs: [Jobs, Customers, Provenance, Cursors],
  // By the specification, `imported` is answered with 500 where the origin of records is not known.
  errors: ['internal_error'],
});
