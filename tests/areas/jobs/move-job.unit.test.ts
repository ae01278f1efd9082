import type { Actor } from '../../../domain/access/api-key.js';
import { JOB_MOVES, JOB_STAGES, moveJob, requireJobMove, type Job, type JobStage } from '../../../domain/jobs/job.js';
import { UNANNOTATED } from '../../../domain/shared/annotated.js';
import type { ApiKeyId, CustomerId, JobId, StaffUserId } from '../../../domain/shared/id.js';
import { canMove, MoveRefused } from '../../../domain/shared/transitions.js';
import { at } from '../../support/test-clock.js';
import { withoutMove } from '../../support/without-move.js';

const NOW = at('2026-03-03T09:00:00.000Z');
const EARLIER = at('2026-03-02T08:00:00.000Z');
const BY: Actor = { keyId: 'key' as ApiKeyId, userId: 'morgan' as StaffUserId }; // safe: the code only passes the actor on
/**
 * The stages in which work on a job has begun. The test has a list of its own, so that it fails when the code's list is wrong.
 */
const BEGUN: readonly JobStage[] = ['in_progress', 'curing', 'qa', 'ready', 'completed'];

function job(fields: Partial<Job> = {}): Job {
  return {
    id: 'job' as JobId,
    number: 7,
    title: 'Full paint correction',
    customerId: 'dana' as CustomerId,
    vehicleId: null,
    stage: 'lead',
    assigneeId: null,
    scheduledStart: null,
    scheduledEnd: null,
    actualStart: null,
    actualEnd: null,
    bay: null,
    locationAddress: null,
    origin: 'service',
    ...UNANNOTATED,
    createdAt: EARLIER,
    ...fields,
  };
}

const pairs = JOB_STAGES.flatMap((from) => JOB_STAGES.map((to) => [from, to] as const));
const moves = pairs.filter(([from, to]) => from !== to);
const endOf = (stage: JobStage): Partial<Job> => ({ stage, actualEnd: stage === 'completed' ? EARLIER : null });

describe('a move from stage to stage', () => {
  it.each(moves)('sets the times of a job that never began, from %s to %s', (from, to) => {
    const before = job(endOf(from));
    expect(moveJob(before, to, BY, NOW)).toEqual({
      next: { ...before, stage: to, actualStart: BEGUN.includes(to) ? NOW : null, actualEnd: to === 'completed' ? NOW : null },
      events: [{ type: 'job.stage_changed', details: { from, to, by: { key_id: 'key', user_id: 'morgan' } } }],
      changed: true,
      at: NOW,
    });
    expect(canMove(JOB_MOVES, from, to)).toBe(true);
  });

  it.each(moves)('keeps the first start of a job that began, from %s to %s', (from, to) => {
    const before = job({ ...endOf(from), actualStart: EARLIER });
    const { next, changed } = moveJob(before, to, BY, NOW);
    expect(changed).toBe(true);
    expect(next).toEqual({ ...before, stage: to, actualStart: EARLIER, actualEnd: to === 'completed' ? NOW : null });
  });

  it.each(JOB_STAGES)('to the same stage %s changes, stamps and announces nothing', (stage) => {
    for (const before of [job(endOf(stage)), job({ ...endOf(stage), actualStart: EARLIER })]) {
      const decision = moveJob(before, stage, BY, NOW);
      expect(decision).toEqual({ next: before, events: [], changed: false });
      expect(decision.next).toBe(before);
    }
    expect(canMove(JOB_MOVES, stage, stage)).toBe(false);
  });

  it('is refused if the table has no such move', async () => {
    const refused = new MoveRefused('stage', 'a job cannot move from completed to lead');
    await withoutMove(JOB_MOVES, 'completed', 'lead', () => {
      expect(() => moveJob(job(endOf('completed')), 'lead', BY, NOW)).toThrow(refused);
      expect(() => {
        requireJobMove('completed', 'completed');
      }).not.toThrow();
    });
  });

  it('is possible between eight stages', () => {
    expect(JOB_STAGES).toEqual(['lead', 'scheduled', 'in_progress', 'curing', 'qa', 'ready', 'completed', 'canceled']);
    expect(pairs).toHaveLength(64);
  });
});

describe('a job that moves', () => {
  /** Moves the job to one stage after another, an hour apart. */
  function path(...stages: readonly JobStage[]): Job {
    return stages.reduce(
      (one, stage, hour) => moveJob(one, stage, BY, at(`2026-03-03T${String(9 + hour).padStart(2, '0')}:00:00Z`)).next,
      job(),
    );
  }

  it('starts once, even if it goes back several times', () => {
    expect(path('scheduled', 'in_progress', 'qa', 'scheduled', 'in_progress')).toMatchObject({
      actualStart: at('2026-03-03T10:00:00Z'),
      actualEnd: null,
    });
  });

  it('starts when it is completed without an earlier start', () => {
    const then = at('2026-03-03T09:00:00Z');
    expect(path('completed')).toMatchObject({ actualStart: then, actualEnd: then });
  });

  it('gets a new end each time it is completed', () => {
    expect(path('in_progress', 'completed', 'qa')).toMatchObject({ actualEnd: null });
    expect(path('in_progress', 'completed', 'qa', 'completed')).toMatchObject({
      actualStart: at('2026-03-03T09:00:00Z'),
      actualEnd: at('2026-03-03T12:00:00Z'),
    });
  });

  it('does not start when it is canceled', () => {
    expect(path('scheduled', 'canceled')).toMatchObject({ actualStart: null, actualEnd: null });
    expect(path('in_progress', 'canceled')).toMatchObject({ actualStart: at('2026-03-03T09:00:00Z') });
  });
});
