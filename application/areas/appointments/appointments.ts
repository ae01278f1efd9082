import type { Appointment } from '../../../domain/appointments/appointment.js';
import type { JobStage } from '../../../domain/jobs/job.js';
import type { CustomerId, JobId, ShopId, StaffProfileId } from '../../../domain/shared/id.js';
import type { TimeWindow } from '../../../domain/shared/instant.js';
import type { OffsetSlice, Position } from '../../kernel/operation/page.js';

export interface DiaryFilter {
  readonly window: TimeWindow;
  readonly assigneeId?: StaffProfileId;
  readonly customerId?: CustomerId;
  readonly stages?: readonly JobStage[];
}

/** The diary of a shop: its jobs with a scheduled start, also imported ones. */
export abstract class Appointments {
  /** The appointment of a job. Null: the shop has no such job, or the job has no scheduled start. */
  abstract find(shop: ShopId, job: JobId): Promise<Appointment | null>;
  /**
   * The appointments that overlap the window, sorted by start and id, beginning after the position `after`. An appointment
   * without an end or without length overlaps if its start is in the window.
   */
  abstract list(shop: ShopId, filter: DiaryFilter, limit: number, after: Position | null): Promise<readonly Appointment[]>;
  /** One page of the appointments that overlap the window, sorted by start and id. Page and total come from one snapshot. */
  abstract page(shop: ShopId, filter: DiaryFilter, limit: number, offset: number): Promise<OffsetSlice<Appointment>>;
}
