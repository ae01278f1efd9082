import { actorDetails, type Actor } from '../access/api-key.js';
import { mergedMetadata, type Annotated, type MetadataChange } from '../shared/annotated.js';
import type { Changing } from '../shared/changing.js';
import { ValidationError } from '../shared/errors.js';
import { changed, unchanged, type Decision } from '../shared/events.js';
import type { CustomerId, JobId, StaffProfileId, VehicleId } from '../shared/id.js';
import { millisOf, type Instant } from '../shared/instant.js';
import type { Origin } from '../shared/origin.js';
import { lengthOf } from '../shared/time-zone.js';
import { anyToAny, canMove, MoveRefused } from '../shared/transitions.js';

export const JOB_STAGES = ['lead', 'scheduled', 'in_progress', 'curing', 'qa', 'ready', 'completed', 'canceled'] as const;
export type JobStage = (typeof JOB_STAGES)[number];

export interface Job extends Changing, Annotated {
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

const LONGEST = 31 * 24 * 60 * 60 * 1000;

/** @throws ValidationError when a scheduled end has no start, is before the start, or is more than 31 days after the start */
export function requireWindow(
  { scheduledStart: from, scheduledEnd: to }: Pick<Job, 'scheduledStart' | 'scheduledEnd'>,
  timezone: string,
): void {
  if (to === null) return;
  if (from === null) throw new ValidationError('scheduled_end', 'needs a scheduled_start');
  if (to < from) throw new ValidationError('scheduled_end', 'must not be before scheduled_start');
  // The elapsed time is compared first. `lengthOf` never returns more than the elapsed time, but must look up the time zone.
  if (millisOf(to) - millisOf(from) > LONGEST && lengthOf({ from, to }, timezone) > LONGEST) {
    throw new ValidationError('scheduled_end', 'must be at most 31 days after scheduled_start');
  }
}

/** @throws ValidationError when a job that is not completed has an end, or when a job ended before it began */
export function requireActualTimes({ stage, actualStart, actualEnd }: Pick<Job, 'stage' | 'actualStart' | 'actualEnd'>): void {
  if (actualEnd === null) return;
  if (stage !== 'completed') throw new ValidationError('actual_end', 'must be empty unless the job is completed');
  if (actualStart !== null && actualEnd < actualStart) throw new ValidationError('actual_end', 'must not be before actual_start');
}

/**
 * The moves between stages. A job may move from any stage to any other: even a finished job may come back to the bay. Without one
 * of them, `jobs.move` answers 409, which its `errors` must then name.
 */
export const JOB_MOVES = anyToAny(JOB_STAGES);

/** A job that stays in its stage does not move. @throws MoveRefused when the table forbids the move */
export function requireJobMove(from: JobStage, to: JobStage): void {
  if (from !== to && !canMove(JOB_MOVES, from, to)) throw new MoveRefused('stage', `a job cannot move from ${from} to ${to}`);
}

/** The stages of work that has begun. `canceled` is not among them, because a canceled job may never have begun. */
const BEGUN: ReadonlySet<JobStage> = new Set(['in_progress', 'curing', 'qa', 'ready', 'completed']);

/**
 * Moves a job to a stage. The first start is kept. The end is the time of the latest completion; an uncompleted job has none.
 * @throws MoveRefused
 */
export function moveJob(job: Job, stage: JobStage, by: Actor, now: Instant): Decision<Job, 'job.stage_changed'> {
  if (job.stage === stage) return unchanged(job);
  requireJobMove(job.stage, stage);
  const next: Job = {
    ...job,
    stage,
    actualStart: job.actualStart ?? (BEGUN.has(stage) ? now : null),
    actualEnd: stage === 'completed' ? now : null,
  };
  return changed(next, now, [{ type: 'job.stage_changed', details: { from: job.stage, to: stage, by: actorDetails(by) } }]);
}

/** @throws ValidationError when the job would have too much metadata */
export function annotateJob(job: Job, change: MetadataChange, now: Instant): Decision<Job, 'job.updated'> {
  const metadata = mergedMetadata(job.metadata, change);
  return metadata === job.metadata ? unchanged(job) : changed({ ...job, metadata }, now, [{ type: 'job.updated' }]);
}

export const IMPORTED_JOB = { made: { type: 'job.created' }, edited: { type: 'job.updated' } } as const;
