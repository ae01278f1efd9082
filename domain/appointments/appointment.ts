import type { Customer } from '../customers/customer.js';
import { JOB_STAGES, type Job, type JobStage } from '../jobs/job.js';
import { ValidationError } from '../shared/errors.js';
import { changed, unchanged, type Decision } from '../shared/events.js';
import { DAY_MS, instantOf, later, type Instant, type TimeWindow } from '../shared/instant.js';
import { lengthOf } from '../shared/time-zone.js';
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

/** Tells of an appointment that an import has made or changed, if the diary shows something else than before. */
export function importAppointment(
  before: Appointment | null,
  appointment: Appointment,
  now: Instant,
): Decision<Appointment, 'appointment.changed'> {
  if (JSON.stringify(before) === JSON.stringify(appointment)) return unchanged(appointment);
  return changed(appointment, now, [{ type: 'appointment.changed' }]);
}

const STANDARD = 7 * DAY_MS;
const LONGEST = 92 * DAY_MS;
const LAST_INSTANT = instantOf(Date.UTC(9999, 11, 31, 23, 59, 59, 999));

/**
 * The window of a diary query. A window without a start begins now. A window without an end lasts seven days.
 * @throws ValidationError when the window does not end after its start, or is longer than 92 days
 */
export function diaryWindow(asked: Partial<TimeWindow>, now: Instant, timezone: string): TimeWindow {
  const { from = now } = asked;
  if (asked.to === undefined) return { from, to: upTo(later(from, STANDARD)) };
  const { to } = asked;
  if (from >= to) {
    throw asked.from === undefined
      ? new ValidationError('to', 'must be after now if from is not given')
      : new ValidationError('from', 'must be before to');
  }
  if (lengthOf({ from, to }, timezone) > LONGEST) throw new ValidationError('to', 'must be at most 92 days after from');
  return { from, to };
}

/** Limits an instant to the year 9999. ISO 8601 writes later years with a sign, so later instants cannot be compared as text. */
function upTo(instant: Instant): Instant {
  return instant.length === LAST_INSTANT.length ? instant : LAST_INSTANT;
}
