import { NOTHING_CHANGED, OUTCOME_UNKNOWN, Unavailable } from '../../domain/shared/errors.js';

/**
 * The longest time between a request's arrival and its answer, without the time in which the client sends the body. So no answer
 * takes longer than five seconds. A single call to the database has a shorter time limit, so that a call that is too slow gets
 * its own, more exact refusal.
 */
const LONGEST_MS = 4750;
const LOOK_EVERY_MS = 100;
/**
 * A change is not begun when less time than this is left: the request might be answered before the change ends, and the client
 * would not know whether the change was stored.
 */
const LEAST_MS = 1500;

/** The `place` of a request that is not in the list of open requests. */
export const NOWHERE = -1;

/** A request whose answer must not come later than `due`. */
export interface Timed {
  /** the latest time for the answer, as `performance.now()` counts; the time in which the client sends the body is added */
  due: number;
  /**
   * true: the workload counts this request as in flight. Only a counted request is answered when its time is over. A request is
   * not counted while its client sends the body.
   */
  readonly counted: boolean;
  /** true: a change has been begun */
  isChanging: boolean;
  /** the time when the request was answered because its time was over, while its work went on; null: this has not happened */
  lateAt: number | null;
  /** the index in the list of open requests, or NOWHERE */
  place: number;
}

export function dueAt(arrived: number): number {
  return arrived + LONGEST_MS;
}

/**
 * Answers each request whose time is over, while its last call to the database still waits. Each call has a time limit of its
 * own, but a request may make several calls. One timer serves all requests, because a timer for each request would cost more than
 * this timer's look at each of them.
 */
export class Deadlines<Request extends Timed> {
  /** An array, because a Set must compute a hash for each request, which makes a read of one record cost a fifth more. */
  private readonly open: Request[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly onLate: (request: Request, error: Unavailable) => void) {}

  add(request: Request): void {
    request.place = this.open.push(request) - 1;
    this.timer ??= setInterval(this.look, LOOK_EVERY_MS).unref();
  }

  delete(request: Request): void {
    const { place } = request;
    if (place === NOWHERE) return;
    request.place = NOWHERE;
    const last = this.open.pop();
    if (!last || last === request) return;
    this.open[place] = last;
    last.place = place;
  }

  private readonly look = (): void => {
    const now = performance.now();
    for (const request of [...this.open]) {
      if (!request.counted || now < request.due) continue;
      this.delete(request);
      request.lateAt = now;
      this.onLate(request, tooLate(request.isChanging ? OUTCOME_UNKNOWN : NOTHING_CHANGED));
    }
    if (this.open.length > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  };
}

/**
 * Notes that the work of a request begins, and whether this work is a change. Called before the operation of the request.
 * @throws Unavailable when the time of the request is over, or too little of it is left for a change
 */
export function beginWork(request: Timed, changes: boolean): void {
  if (request.lateAt !== null || (changes && request.due - performance.now() < LEAST_MS)) throw tooLate(NOTHING_CHANGED);
  request.isChanging = changes;
}

function tooLate(outcome: string): Unavailable {
  const cause = new Error('the database calls of the request took too long in total');
  return new Unavailable({ cause }, outcome, 'the database took too long');
}
