import { actorDetails, type Actor } from '../access/actor.js';
import { changed, unchanged, type Decision } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import { anyToAny, canMove, MoveRefused } from '../shared/transitions.js';
import { JOB_STAGES, type Job, type JobStage } from './job.js';

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
