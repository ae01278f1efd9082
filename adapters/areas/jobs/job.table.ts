import type { Job } from '../../../domain/jobs/job.js';
import {
  instant,
  integer,
  orNull,
  provenance,
  shopKey,
  table,
  text,
  uuid,
  uuidKey,
  type Provenance,
  type Stored,
} from '../../storage/tables/table.js';

export const jobTable = table<Stored<Job> & Provenance>(
  'jobs',
  {
    shopId: shopKey,
    id: uuidKey(),
    number: integer(),
    title: orNull(text()),
    customerId: uuid('customer_id'),
    vehicleId: orNull(uuid('vehicle_id')),
    stage: text(),
    assigneeId: orNull(uuid('assignee_id')),
    scheduledStart: orNull(instant('scheduled_start')),
    scheduledEnd: orNull(instant('scheduled_end')),
    actualStart: orNull(instant('actual_start')),
    actualEnd: orNull(instant('actual_end')),
    locationAddress: orNull(text('location_address')),
    bay: orNull(text()),
    createdAt: instant('created_at'),
    ...provenance,
    version: integer(),
  },
  ['origin'],
);
