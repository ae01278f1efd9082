// Buys: P2: a request is refused within 5 s, however many slow calls to the database it makes one after the other.
import { NOTHING_CHANGED, OUTCOME_UNKNOWN, TookTooLong, type Unavailable } from '../../domain/shared/errors.js';
import type { CallTime } from '../call-time.js';
import type { Load } from './load.js';

/**
 * The longest time between a request's arrival and its answer, without pauses. A single call to the database has a shorter limit,
 * so that a call that is too slow gets its own, more exact refusal.
 */
const LONGEST_MS = 4750;

/** The work of one request: its place among the requests in flight, and its deadline. */
export class RequestWork implements CallTime {
  private timer: NodeJS.Timeout | null = null;
  private leftAtStart = LONGEST_MS;
  private since = 0;
  private isChanging = false;
  /** true: the deadline has passed, and the client has its answer */
  isLate = false;

  /**
   * @param onLate called when the deadline passes
   * @param isPatient true: it is not refused, because its client would not come again, or has waited long for its turn
   * @throws Overloaded
   */
  constructor(
    private readonly load: Load,
    private readonly onLate: (error: Unavailable) => void,
    public isPatient = false,
  ) {
    this.resume();
  }

  get left(): number {
    return this.timer ? this.leftAtStart - (performance.now() - this.since) : this.leftAtStart;
  }

  /** Stops the clock while the request waits for its client or for an event. The request is not in flight meanwhile. */
  pause(): void {
    if (!this.timer) return;
    this.end();
    this.leftAtStart -= performance.now() - this.since;
  }

  /** @throws Overloaded when too many other requests have begun meanwhile */
  resume(): void {
    if (this.isLate) return;
    this.load.enter(this.isPatient);
    this.since = performance.now();
    this.timer = setTimeout(this.late, this.leftAtStart);
  }

  /**
   * Notes that the operation begins.
   * @throws Unavailable when the deadline has passed
   */
  begin(changes: boolean): void {
    if (this.isLate) throw tooLate(NOTHING_CHANGED);
    this.isChanging = changes;
  }

  /** Called when the request is answered. */
  end(): void {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.load.leave();
  }

  private readonly late = (): void => {
    this.end();
    this.isLate = true;
    this.onLate(tooLate(this.isChanging ? OUTCOME_UNKNOWN : NOTHING_CHANGED));
  };
}

function tooLate(outcome: string): TookTooLong {
  const cause = new Error('the database calls of the request took too long in total');
  return new TookTooLong({ cause }, outcome, 'the database took too long');
}
