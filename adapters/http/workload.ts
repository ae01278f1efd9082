import { Overloaded } from './http-errors.js';

/** An accepted request should be answered within a second, also by a service that has all it can do. */
const LONGEST_WAIT_MS = 500;
/** One answer counts for so much of the pace. */
const WEIGHT = 1 / 32;
/** A gap says no more than that: after a standstill the pace would be that of the standstill for long. */
const LONGEST_GAP_MS = 100;

interface Counted {
  counted: boolean;
}

/**
 * What is being carried out, and how fast answers come. One more is refused at once when it would be answered too late
 * anyway: what waits costs memory, and its client has given up or sends it again. Pipelined requests are begun as they come
 * in, so that each counts.
 */
export class Workload {
  private inFlight = 0;
  /** milliseconds between two answers, while all that is carried out at once is */
  private pace = 0;
  private lastAnswer = 0;

  /**
   * @param most requests in flight, at any pace
   * @param atOnce so many are carried out at once; only beyond them does one wait
   */
  constructor(
    private readonly most: number,
    private readonly atOnce: number,
  ) {}

  /** @throws Overloaded */
  begin(call: Counted, now: number): void {
    const { inFlight, atOnce } = this;
    if (inFlight >= this.most || (inFlight > atOnce && inFlight * this.pace > LONGEST_WAIT_MS)) throw new Overloaded();
    if (inFlight === atOnce) this.lastAnswer = now;
    this.inFlight += 1;
    call.counted = true;
  }

  /** It waits for its client, and may begin again. */
  pause(call: Counted): void {
    if (call.counted) this.inFlight -= 1;
    call.counted = false;
  }

  end(call: Counted, now: number): void {
    if (!call.counted) return;
    this.pause(call);
    if (this.inFlight < this.atOnce) return;
    const gap = Math.min(now - this.lastAnswer, LONGEST_GAP_MS);
    this.pace += (gap - this.pace) * WEIGHT;
    this.lastAnswer = now;
  }
}
