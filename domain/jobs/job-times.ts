import { ValidationError } from '../shared/errors.js';
import { millisOf } from '../shared/instant.js';
import { lengthOf } from '../shared/time-zone.js';
import type { Job } from './job.js';

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
