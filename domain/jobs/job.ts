import type { CustomerId, JobId, StaffProfileId, VehicleId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { Origin } from '../shared/origin.js';

export const JOB_STAGES = ['lead', 'scheduled', 'in_progress', 'curing', 'qa', 'ready', 'completed', 'canceled'] as const;
export type JobStage = (typeof JOB_STAGES)[number];

export interface Job {
  readonly id: JobId;
  /** the number that the shop sees */
  readonly number: number;
  readonly title: string | null;
  readonly customerId: CustomerId;
  readonly vehicleId: VehicleId | null;
  readonly stage: JobStage;
  readonly assigneeId: StaffProfileId | null;
  readonly scheduledStart: Instant | null;
  readonly scheduledEnd: Instant | null;
  readonly actualStart: Instant | null;
  readonly actualEnd: Instant | null;
  readonly bay: string | null;
  /** the address of a mobile job */
  readonly locationAddress: string | null;
  readonly origin: Origin;
  readonly createdAt: Instant;
}
