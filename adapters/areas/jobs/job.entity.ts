import type { Job } from '../../../domain/jobs/job.js';
import { plainKind } from '../../storage/records/record-kind.js';
import {
  changeTime,
  facts,
  instant,
  integer,
  orNull,
  provenance,
  shopKey,
  table,
  text,
  uuid,
  uuidKey,
  type ProvenanceColumns,
  type Stored,
} from '../../storage/tables/table.js';

export const jobTable = table<Stored<Job> & ProvenanceColumns>(
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
    metadata: facts,
    createdAt: instant('created_at'),
    updatedAt: changeTime,
    ...provenance,
    version: integer(),
  },
  ['origin', 'externalId'],
);

export const JOB_KIND = plainKind<Job>({ table: jobTable, counted: { list: 'jobs', buckets: (job) => [bucketOf(job)] } });

/**
 * The bucket in which a job is counted. It consists of the columns by which lists ask for totals: origin, stage and assignee. The
 * customer is left out, because the jobs of one customer are few and can be counted directly.
 */
export function bucketOf({ origin, stage, assigneeId }: Pick<Job, 'origin' | 'stage' | 'assigneeId'>): string {
  return `${origin}:${stage}:${assigneeId ?? '-'}`;
}

/**
 * The range of the buckets of an origin, or of an origin and a stage, with any assignee: from (inclusive), to (exclusive).
 * Buckets are compared by their bytes, and `;` follows `:`.
 */
export function bucketRange(origin: Job['origin'], stage: Job['stage'] | undefined): readonly [from: string, to: string] {
  const beginning = stage === undefined ? origin : `${origin}:${stage}`;
  return [`${beginning}:`, `${beginning};`];
}
