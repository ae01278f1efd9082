import { JOB_STAGES, type Job, type JobStage } from '../../domain/jobs/job.js';
import type { CustomerId, StaffProfileId } from '../../domain/shared/id.js';
import type { Caller } from '../operation/caller.js';
import { OneOf } from '../operation/fields.js';
import { IdFilter, ImportedFilter, Offset, OffsetLimit } from '../operation/filter-fields.js';
import { operation, type UseCase } from '../operation/operation.js';
import { offsetPageOf } from '../operation/output.js';
import type { OffsetSlice } from '../operation/page.js';
import { originAsked, Provenance, requireKnown } from '../ports/provenance.js';
import { JobView } from './job.view.js';
import { Jobs } from './jobs.js';

class ListJobsInput {
  @OneOf(JOB_STAGES, { optional: true }) stage?: JobStage;
  @IdFilter({ listedBy: 'customers.list' }) customer_id?: CustomerId;
  @IdFilter({ listedBy: 'staff.list', description: 'The profile `id` of a staff row, not its `user_id`.' }) assignee_id?: StaffProfileId;
  @ImportedFilter() imported?: boolean;
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListJobs implements UseCase<ListJobsInput, OffsetSlice<Job>> {
  constructor(
    private readonly jobs: Jobs,
    private readonly provenance: Provenance,
  ) {}

  async execute({ shop }: Caller, input: ListJobsInput): Promise<OffsetSlice<Job>> {
    const { stage, customer_id: customerId, assignee_id: assigneeId, imported, limit = 25, offset = 0 } = input;
    const filter = {
      origin: originAsked(imported),
      ...(stage !== undefined && { stage }),
      ...(customerId !== undefined && { customerId }),
      ...(assigneeId !== undefined && { assigneeId }),
    };
    requireKnown(this.provenance, filter.origin);
    return this.jobs.list(shop.id, filter, limit, offset);
  }
}

export const listJobs = operation(ListJobs, {
  name: 'jobs.list',
  summary: 'List jobs',
  description:
    'The shop’s jobs, newest first, optionally by stage, customer or assignee. `total` is exact; `omitted` says how many ' +
    'matching jobs are not on this page, `next_offset` where the next page begins. Jobs that an import brought are listed ' +
    'only with `imported: true`, and then alone. Use it to see what is in the shop, or what a customer has had done.',
  scope: 'read',
  capability: { permission: 'jobs.manage', budget: 'read' },
  input: ListJobsInput,
  output: offsetPageOf(JobView),
  needs: [Jobs, Provenance],
});
