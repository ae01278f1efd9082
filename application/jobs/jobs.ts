import type { Job, JobStage } from '../../domain/jobs/job.js';
import type { Decision } from '../../domain/shared/events.js';
import type { CustomerId, JobId, ShopId, StaffProfileId } from '../../domain/shared/id.js';
import type { Origin } from '../../domain/shared/origin.js';
import type { OffsetSlice, Position } from '../operation/page.js';

export interface JobFilter {
  readonly origin: Origin;
  readonly stage?: JobStage;
  readonly customerId?: CustomerId;
}

export interface AssignedJobFilter extends JobFilter {
  readonly assigneeId?: StaffProfileId;
}

/** The jobs of a shop. They are made in the app, or brought by an import. */
export abstract class Jobs {
  abstract find(shop: ShopId, id: JobId): Promise<Job | null>;
  /** Newest first, after `after`. */
  abstract search(shop: ShopId, filter: JobFilter, limit: number, after: Position | null): Promise<readonly Job[]>;
  /** Newest first. Page and total come from one snapshot. */
  abstract list(shop: ShopId, filter: AssignedJobFilter, limit: number, offset: number): Promise<OffsetSlice<Job>>;
  /** Stores what `change` decides, with its events; repeats it when somebody else was faster. Null: not this shop's. */
  abstract change(shop: ShopId, id: JobId, change: (job: Job) => Decision<Job>): Promise<Job | null>;
}
