import { add, firstEndingAfter, type Span } from './span.js';

/** A bay, or a person. Both lists are unions. */
export interface Place {
  /** the times in which it takes no job anyway, such as those in which a person does not work */
  readonly off: readonly Span[];
  /** the times in which jobs take it */
  readonly taken: Span[];
}

const NEVER: Span = { from: Infinity, to: Infinity };

/** Tells whether a place is free in a minute, and until which minute this holds at least. */
interface State {
  readonly free: boolean;
  readonly until: number;
}

/** Tells whether no job takes a place in a time. */
export function isUntaken({ taken }: Place, { from, to }: Span): boolean {
  return firstAfter(taken, from).from >= to;
}

/**
 * Gives each job one of the places. The first place that is free for the whole job takes it. If there is none, each minute of the
 * job goes to the first place that is free then, so that the job may change places. A minute in which no place is free is lost.
 * @param jobs in the order in which they get their places
 * @param places in the order in which they are filled
 */
export function placeJobs(jobs: readonly Span[], places: readonly Place[]): void {
  for (const job of jobs) {
    const whole = places.find((place) => {
      const { free, until } = stateAt(place, job.from);
      return free && until >= job.to;
    });
    if (whole) add(whole.taken, job);
    else placeInParts(job, places);
  }
}

function placeInParts(job: Span, places: readonly Place[]): void {
  for (let minute = job.from; minute < job.to;) {
    let until = job.to;
    let first: Place | null = null;
    for (const place of places) {
      const state = stateAt(place, minute);
      until = Math.min(until, state.until);
      if (!state.free) continue;
      first = place;
      break;
    }
    if (first) add(first.taken, { from: minute, to: until });
    minute = until;
  }
}

function stateAt({ off, taken }: Place, minute: number): State {
  const [pause, job] = [firstAfter(off, minute), firstAfter(taken, minute)];
  if (pause.from <= minute) return { free: false, until: pause.to };
  if (job.from <= minute) return { free: false, until: job.to };
  return { free: true, until: Math.min(pause.from, job.from) };
}

function firstAfter(all: readonly Span[], minute: number): Span {
  return all[firstEndingAfter(all, minute)] ?? NEVER;
}
