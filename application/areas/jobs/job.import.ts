import { importAppointment, type Appointment } from '../../../domain/appointments/appointment.js';
import {
  IMPORTED_JOB,
  JOB_STAGES,
  requireActualTimes,
  requireJobMove,
  requireWindow,
  type Job,
  type JobStage,
} from '../../../domain/jobs/job.js';
import type { Metadata } from '../../../domain/shared/annotated.js';
import type { CustomerId, StaffProfileId, VehicleId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { MetadataColumn } from '../../kernel/fields/annotation-fields.js';
import { DateTime, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { announcedAs, announcedBy, type Announce, type AnnouncingImport } from '../../transfer/announced.js';
import { appointmentEvents } from '../appointments/appointment.view.js';
import { importKind } from '../../transfer/import-kind.js';
import { cell, ExternalId, ImportRow, NumberColumn } from '../../transfer/import-row.js';
import { CUSTOMERS } from '../customers/customers.js';
import { STAFF } from '../staff/staff.js';
import { VEHICLES } from '../vehicles/vehicles.js';
import { JOBS } from './jobs.js';
import { jobEvents } from './job.view.js';

class JobRow extends ImportRow {
  @NumberColumn() number?: number | null;
  @Text({ max: 200, ...cell }) title?: string | null;
  @ExternalId({ description: 'The customer’s external id. A new job needs this or `customer_id`.' })
  customer_external_id?: string | null;
  @Uuid({ ...cell, description: 'The customer’s `id` in this service.' }) customer_id?: CustomerId | null;
  @ExternalId({ description: 'The vehicle’s external id.' }) vehicle_external_id?: string | null;
  @Uuid({ ...cell, description: 'The vehicle’s `id` in this service.' }) vehicle_id?: VehicleId | null;
  @OneOf(JOB_STAGES, { ...cell, description: 'Default: `lead`.' }) stage?: JobStage | null;
  @ExternalId({ description: 'The external id of the staff member who does the job.' }) assignee_external_id?: string | null;
  @Uuid({ ...cell, description: 'The `id` of a staff row, not its `user_id`.' }) assignee_id?: StaffProfileId | null;
  @DateTime({ ...cell, description: 'Empty while the job is not scheduled.' }) scheduled_start?: Instant | null;
  @DateTime({ ...cell, description: 'At most 31 days after `scheduled_start`.' }) scheduled_end?: Instant | null;
  @DateTime({ ...cell, description: 'The time when the work began.' }) actual_start?: Instant | null;
  @DateTime({ ...cell, description: 'Only for a `completed` job.' }) actual_end?: Instant | null;
  @Text({ max: 60, ...cell }) bay?: string | null;
  @Text({ max: 500, lines: true, ...cell, description: 'The address of a mobile job.' }) location_address?: string | null;
  @MetadataColumn() metadata?: Metadata | null;
}

const announceJob: Announce<Job> = announcedAs(jobEvents, IMPORTED_JOB);
const announceShown = announcedBy(appointmentEvents, importAppointment);

function announceAppointment(...[running, before, job]: Parameters<Announce<Job>>): ReturnType<Announce<Job>> {
  const appointment = appointmentOf(job, running);
  return appointment ? announceShown(running, before && appointmentOf(before, running), appointment) : [];
}

/** The job as the diary shows it. Null: it has no window. */
function appointmentOf(job: Job, { found }: AnnouncingImport): Appointment | null {
  const { id, number, title, stage, assigneeId, bay, locationAddress, createdAt, scheduledStart: startsAt, scheduledEnd } = job;
  // The casts are safe: `told` names the properties.
  const customer = found('customer_id', job.customerId) as Appointment['customer'] | null;
  const vehicle = found('vehicle_id', job.vehicleId) as Appointment['vehicle'];
  if (startsAt === null || customer === null) return null;
  const times = { startsAt, endsAt: scheduledEnd, createdAt };
  return { id, number, title, stage, assigneeId, bay, locationAddress, ...times, customer, vehicle };
}

export const jobKind = importKind<JobRow, Job>({
  name: 'jobs',
  record: JOBS,
  row: JobRow,
  resolve: {
    references: [
      {
        column: 'customer_id',
        external: 'customer_external_id',
        to: CUSTOMERS,
        required: true,
        told: ['name', 'phone', 'email'],
      },
      {
        column: 'vehicle_id',
        external: 'vehicle_external_id',
        to: VEHICLES,
        told: ['year', 'make', 'model', 'trim', 'licensePlate', 'vin'],
      },
      { column: 'assignee_id', external: 'assignee_external_id', to: STAFF },
    ],
    uniques: [{ column: 'number', isCounted: true }],
  },
  examples: [
    {
      external_id: 'J-1001',
      metadata: { purchase_order: 'PO-77' },
      number: 1042,
      title: 'Full paint correction',
      customer_external_id: 'C-1001',
      vehicle_external_id: 'V-1001',
      stage: 'completed',
      assignee_external_id: 'S-1002',
      scheduled_start: '2024-05-20T13:00:00Z',
      scheduled_end: '2024-05-20T21:00:00Z',
      actual_start: '2024-05-20T13:10:00Z',
      actual_end: '2024-05-20T20:45:00Z',
      bay: 'Bay 1',
      created_at: '2024-05-18T15:00:00Z',
    },
    {
      external_id: 'J-1002',
      title: 'Fleet wash',
      customer_external_id: 'C-1002',
      stage: 'lead',
      location_address: '214 Bank St, Ottawa',
    },
  ],
  defaults: { number: null, customerId: null, stage: 'lead', metadata: {} },
  write: (next, before, row, { shop, restore, isNew }) => {
    requireWindow(next, shop.timezone);
    if (restore) return next;
    if (!isNew) requireJobMove(before.stage, next.stage);
    // A job that is no longer completed loses its actual end. If the row gives an actual end, the row is refused.
    const job = next.stage !== 'completed' && row.actual_end === undefined ? { ...next, actualEnd: null } : next;
    requireActualTimes(job);
    return job;
  },
  announce: (running, before, job) => [...announceJob(running, before, job), ...announceAppointment(running, before, job)],
});
