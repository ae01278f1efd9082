import type { Job } from '../../../domain/jobs/job.js';
import { plainKind } from '../../storage/records/record-kind.js';
import { jobTable } from './job.table.js';

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
