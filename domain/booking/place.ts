import { add, firstEndingAfter, isFree, union, type Span } from './span.js';

/** A bay or a person that gets jobs. */
export interface Place {
  /** the times in which it gets no further job, as a union */
  readonly blocked: Span[];
  /** the times of its jobs, in any order */
  readonly jobs: Span[];
}

/** A place with some jobs. @param off the times in which it gets no job anyway, such as those in which a person does not work */
export function placeOf(off: readonly Span[], jobs: readonly Span[]): Place {
  return { blocked: union([...off, ...jobs]), jobs: [...jobs] };
}

/**
 * Gives each job one of the places. The first place that is free for the whole job takes it. If there is none, each minute of the
 * job goes to the first place that is free then, so that the job may change places. A minute in which no place is free is lost.
 * @param jobs in the order in which they get their places
 * @param places in the order in which they are filled
 */
export function placeJobs(jobs: readonly Span[], places: readonly Place[]): void {
  for (const job of jobs) {
    const whole = places.find(({ blocked }) => isFree(blocked, job));
    if (whole) take(whole, job);
    else placeInParts(job, places);
  }
}

function placeInParts(job: Span, places: readonly Place[]): void {
  for (let minute = job.from; minute < job.to;) {
    // The first free place is the same until the first of these places changes.
    let until = job.to;
    let free: Place | null = null;
    for (const place of places) {
      const next = place.blocked[firstEndingAfter(place.blocked, minute)];
      const isBlocked = next !== undefined && next.from <= minute;
      until = Math.min(until, (isBlocked ? next.to : next?.from) ?? Infinity);
      if (isBlocked) continue;
      free = place;
      break;
    }
    if (free) take(free, { from: minute, to: until });
    minute = until;
  }
}

function take({ blocked, jobs }: Place, span: Span): void {
  add(blocked, span);
  jobs.push(span);
}
