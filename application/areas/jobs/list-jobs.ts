import { JOB_STAGES, type JobStage } from '../../../domain/jobs/job.js';
import { defined } from '../../../domain/shared/defined.js';
import type { CustomerId, PersonId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { DateTime, Flag, Int, OneOf } from '../../kernel/fields/fields.js';
import { IdFilter, Offset, OffsetLimit } from '../../kernel/fields/filter-fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import { emptySlice, type OffsetSlice } from '../../kernel/operation/page.js';
import { originAsked, Provenance, requireKnown } from '../../kernel/ports/provenance.js';
import { Staff } from '../staff/staff.js';
import { NamedJobView } from './job.view.js';
import { Jobs, type BookedJobFilter, type NamedJob } from './jobs.js';
import { searchJobs } from './search-jobs.js';

class ListJobsInput {
  @OneOf(JOB_STAGES, {
    optional: true,
    description: 'Left out: all, finished work too. `lead`: a job that is not booked yet, not an inquiry.',
  })
  stage?: JobStage;
  @IdFilter({ listedBy: 'customers.list' }) customer_id?: CustomerId;
  @IdFilter({ listedBy: 'staff.list', description: 'An `id` or `user_id` from staff.list.' })
  assignee_id?: PersonId;
  @Int({ optional: true, min: 1, description: 'The shop’s job number.' }) number?: number;
  @DateTime({ optional: true, description: 'Scheduled to start then or later.' }) since?: Instant;
  @DateTime({ optional: true, description: 'Scheduled to start before.' }) until?: Instant;
  @Flag({ optional: true, description: 'From a former system. Left out: both.' })
  imported?: boolean;
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListJobs implements UseCase<ListJobsInput, OffsetSlice<NamedJob>> {
  constructor(
    private readonly jobs: Jobs,
    private readonly staff: Staff,
    private readonly provenance: Provenance,
  ) {}

  async execute({ shop }: Caller, input: ListJobsInput): Promise<OffsetSlice<NamedJob>> {
    const { assignee_id: teammate, limit = 25, offset = 0 } = input;
    const filter = filterOf(input);
    if (filter.origin) requireKnown(this.provenance, filter.origin);
    if (teammate === undefined) return this.jobs.list(shop.id, filter, limit, offset);
    const assigneeId = await this.staff.profileOf(shop.id, teammate);
    return assigneeId === null ? emptySlice(offset) : this.jobs.list(shop.id, { ...filter, assigneeId }, limit, offset);
  }
}

function filterOf({ stage, customer_id: customerId, number, since, until, imported }: ListJobsInput): BookedJobFilter {
  const origin = imported === undefined ? undefined : originAsked(imported);
  return defined({ origin, stage, customerId, number, since, until });
}

export const listJobs = operation(ListJobs, {
  name: 'jobs.list',
  summary: 'List jobs',
  description:
    'Lists jobs with their customer, vehicle and teammate, newest first; with `since` or `until`, the soonest start comes first. ' +
    'Nobody is contacted; leads are something else: see leads.list. A repetition reads anew. Refuses an id ' +
    'that is not a UUID; an unknown one matches nothing.',
  scope: 'read',
  capability: { permission: 'jobs.manage', budget: 'read' },
  input: ListJobsInput,
  beside: searchJobs,
  output: offsetPageOf(NamedJobView),
  needs: [Jobs, Staff, Provenance],
  // By the specification, `imported` is answered with 500 where the origin of records is not known.
  errors: ['internal_error'],
});
