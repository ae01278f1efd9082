import type { Job } from '../../../domain/jobs/job.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { after } from '../random/part-context.js';
import { HOUR } from '../shops/calendar.js';

type Window = Pick<Job, 'stage' | 'scheduledStart' | 'scheduledEnd'>;

/** Assigns bays to jobs, so that no bay has two jobs planned for the same time. A job gets no bay when none is free. */
export class BayPlan {
  private readonly bays = new Map<Window, string>();

  constructor(names: readonly string[], jobs: readonly Window[]) {
    const freeFrom = new Map<string, Instant>();
    const planned = jobs.filter(({ scheduledStart, stage }) => scheduledStart !== null && stage !== 'canceled');
    for (const job of planned.toSorted((one, other) => compare(one.scheduledStart, other.scheduledStart))) {
      const start = job.scheduledStart;
      const bay = names.find((name) => start !== null && (freeFrom.get(name) ?? start) <= start);
      if (start === null || bay === undefined) continue;
      this.bays.set(job, bay);
      freeFrom.set(bay, job.scheduledEnd ?? after(start, HOUR));
    }
  }

  bayOf(job: Window): string | null {
    return this.bays.get(job) ?? null;
  }
}

function compare(one: Instant | null, other: Instant | null): number {
  const [first, second] = [one ?? '', other ?? ''];
  return first < second ? -1 : Number(first > second);
}
