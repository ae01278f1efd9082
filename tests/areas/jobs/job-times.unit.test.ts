import { JOB_STAGES, requireActualTimes, requireWindow, type JobStage } from '../../../domain/jobs/job.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import { at } from '../../support/test-clock.js';

const START = at('2026-05-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const MONTH_MS = 31 * 24 * HOUR_MS;

describe('the scheduled window of a job', () => {
  function refusal(scheduledStart: Instant | null, scheduledEnd: Instant | null, timezone = 'America/Toronto'): string | null {
    try {
      requireWindow({ scheduledStart, scheduledEnd }, timezone);
      return null;
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      return error.message;
    }
  }

  it('may have no end, or no times at all', () => {
    expect([refusal(null, null), refusal(START, null)]).toEqual([null, null]);
  });

  it('has no end without a start, and none before it', () => {
    expect(refusal(null, START)).toBe('scheduled_end: needs a scheduled_start');
    expect(refusal(START, later(START, -1))).toBe('scheduled_end: must not be before scheduled_start');
    expect(refusal(START, START)).toBeNull();
  });

  it('lasts at most 31 days on the clocks of the shop', () => {
    const tooLong = 'scheduled_end: must be at most 31 days after scheduled_start';
    expect(refusal(START, later(START, MONTH_MS))).toBeNull();
    expect(refusal(START, later(START, MONTH_MS + 1))).toBe(tooLong);
    const beforeWinter = at('2026-10-20T12:00:00.000Z');
    expect(refusal(beforeWinter, later(beforeWinter, MONTH_MS + HOUR_MS))).toBeNull();
    expect(refusal(beforeWinter, later(beforeWinter, MONTH_MS + HOUR_MS), 'UTC')).toBe(tooLong);
  });
});

describe('the actual times of a job', () => {
  const end = later(START, HOUR_MS);
  const check = (stage: JobStage, actualStart: Instant | null, actualEnd: Instant | null) => () => {
    requireActualTimes({ stage, actualStart, actualEnd });
  };

  it('have an end only if the job is completed', () => {
    for (const stage of JOB_STAGES) {
      expect(check(stage, START, null)).not.toThrow();
      if (stage === 'completed') expect(check(stage, START, end)).not.toThrow();
      else expect(check(stage, START, end)).toThrow('actual_end: must be empty unless the job is completed');
    }
  });

  it('do not end before they begin', () => {
    expect(check('completed', START, START)).not.toThrow();
    expect(check('completed', null, START)).not.toThrow();
    expect(check('completed', START, later(START, -1))).toThrow('actual_end: must not be before actual_start');
  });
});
