import type { Job, JobStage } from '../../../domain/jobs/job.js';
import type { CustomerId, JobId, ShopId, StaffProfileId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Origin } from '../../../domain/shared/origin.js';
import type { Vehicle } from '../../../domain/vehicles/vehicle.js';
import type { Announced } from '../../kernel/events/announcer.js';
import type { ChangedRows, ChangesAsked } from '../../kernel/operation/changes-page.js';
import type { AnnotationFilter, Narrowing, OffsetSlice, Position } from '../../kernel/operation/page.js';
import type { RecordType } from '../../transfer/import-kind.js';

export interface JobFilter extends Pick<Narrowing, 'created_since' | 'created_until'>, AnnotationFilter {
  /** absent: records of both origins */
  readonly origin?: Origin;
  readonly stage?: JobStage;
  readonly customerId?: CustomerId;
}

export interface BookedJobFilter extends Omit<JobFilter, keyof Narrowing | keyof AnnotationFilter> {
  readonly assigneeId?: StaffProfileId;
  readonly number?: number;
  /** jobs scheduled to start at this time or later */
  readonly since?: Instant;
  /** jobs scheduled to start before this time */
  readonly until?: Instant;
}

/** A job with the names of its assignee and customer, and its vehicle. */
export interface NamedJob extends Job {
  readonly assigneeName: string | null;
  readonly customerName: string | null;
  readonly vehicle: Pick<Vehicle, 'year' | 'make' | 'model' | 'trim'> | null;
}

/** The jobs of a shop. They are created in the shop's app or by an import. */
export abstract class Jobs {
  abstract find(shop: ShopId, id: JobId): Promise<Job | null>;
  /** The matching jobs, newest first, beginning after the position `after`. */
  abstract search(shop: ShopId, filter: JobFilter, limit: number, after: Position | null): Promise<readonly Job[]>;
  /** The matching jobs in the order of their changes. */
  abstract changes(shop: ShopId, filter: JobFilter, asked: ChangesAsked): Promise<ChangedRows<Job>>;
  /** One page, newest first; with `since` or `until`, earliest start first. Page and total come from one snapshot. */
  abstract list(shop: ShopId, filter: BookedJobFilter, limit: number, offset: number): Promise<OffsetSlice<NamedJob>>;
  /**
   * Stores the result of `change` and its events; calls `change` again after a concurrent write. Null: the shop has no such job.
   */
  abstract change(shop: ShopId, id: JobId, change: (job: Job) => Announced<Job>): Promise<Job | null>;
}

export const JOBS: RecordType = { name: 'jobs', noun: 'job' };
