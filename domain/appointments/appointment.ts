import type { Customer } from '../customers/customer.js';
import { JOB_STAGES, type Job, type JobStage } from '../jobs/job.js';
import { changed, unchanged, type Decision } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import type { Vehicle } from '../vehicles/vehicle.js';

export const APPOINTMENT_STATUSES = ['scheduled', 'in_progress', 'completed', 'canceled'] as const;
export type AppointmentStatus = (typeof APPOINTMENT_STATUSES)[number];

/** A job with a scheduled window, as the diary shows it. */
export interface Appointment extends Pick<
  Job,
  'id' | 'number' | 'title' | 'stage' | 'assigneeId' | 'bay' | 'locationAddress' | 'createdAt'
> {
  readonly startsAt: Instant;
  readonly endsAt: Instant | null;
  readonly customer: Pick<Customer, 'id' | 'name' | 'phone' | 'email'>;
  readonly vehicle: Pick<Vehicle, 'id' | 'year' | 'make' | 'model' | 'trim' | 'licensePlate' | 'vin'> | null;
}

const SHOWN_AS: Readonly<Record<JobStage, AppointmentStatus>> = {
  lead: 'scheduled',
  scheduled: 'scheduled',
  in_progress: 'in_progress',
  curing: 'in_progress',
  qa: 'in_progress',
  ready: 'in_progress',
  completed: 'completed',
  canceled: 'canceled',
};

export function appointmentStatus(stage: JobStage): AppointmentStatus {
  return SHOWN_AS[stage];
}

export function stagesShownAs(status: AppointmentStatus): readonly JobStage[] {
  return JOB_STAGES.filter((stage) => SHOWN_AS[stage] === status);
}

/**
 * The appointment after a change of its job. A move between two stages that the diary shows by one status is no change of the
 * appointment: `job.stage_changed` tells of it.
 */
export function followJob(before: Appointment, job: Job, now: Instant): Decision<Appointment, 'appointment.changed'> {
  if (job.scheduledStart === null || appointmentStatus(job.stage) === appointmentStatus(before.stage)) return unchanged(before);
  return changed({ ...before, stage: job.stage }, now, [{ type: 'appointment.changed' }]);
}
