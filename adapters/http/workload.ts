import { OVERLOADED } from './http-errors.js';
import { WorkQueue } from './work-queue.js';

/** An admitted request should be answered within a second, even when the pace drops to a third meanwhile. */
const LONGEST_WAIT_MS = 250;
/** Answers come in bursts, a few for each turn of the event loop: their pace is taken over at least so long. */
const PACE_MS = 100;
/** What the last of these says counts for so much: one standstill is not yet a pace. */
const WEIGHT = 0.25;
/** So many for each that is carried out are never too many: a few hundred milliseconds' work, unless something is wrong. */
const ALWAYS_WAIT = 4;
/** A crowd is not judged by its pace before: an instance that has just started, or a slow disk, stands still for so long. */
const PATIENCE_MS = 500;

interface Counted {
  counted: boolean;
}

/**
 * What is being carried out, and how fast answers come. One more is refused at once when it would be answered too late
 * anyway: what waits costs memory, and its client has given up or sends it again. Pipelined requests are begun as they come
 * in, so that each counts.
 */
export class Workload {
  private readonly queue: WorkQueue;
  private inFlight = 0;
  /** since when as much is carried out at once as can be */
  private busySince = 0;
  /** milliseconds for an answer since then */
  private pace = 0;
  /** since when the pace is being taken, and of how many answers */
  private since = 0;
  private answers = 0;

  /**
   * @param most requests in flight, at any pace; 0: nothing is refused
   * @param atOnce so many are carried out at once
   */
  constructor(
    private readonly most: number,
    private readonly atOnce: number,
  ) {
    this.queue = most === 0 ? new WorkQueue(Infinity) : new WorkQueue();
  }

  /**
   * Null: it may go on at once.
   * @throws Overloaded
   */
  begin(call: Counted, now: number): Promise<void> | null {
    if (this.most > 0 && (this.inFlight >= this.most || this.isTooSlow(now))) throw OVERLOADED;
    if (this.inFlight === this.atOnce) this.startCrowd(now);
    this.inFlight += 1;
    call.counted = true;
    const line = this.queue.enter(now);
    return line && this.stand(call, line);
  }

  private async stand(call: Counted, line: Promise<boolean>): Promise<void> {
    if (await line) return;
    this.inFlight -= 1;
    call.counted = false;
    throw OVERLOADED;
  }

  /** A connection was taken. */
  connect(): void {
    this.queue.connect();
  }

  /** It waits for its client, and may begin again. */
  pause(call: Counted, now: number): void {
    if (!call.counted) return;
    this.inFlight -= 1;
    call.counted = false;
    this.queue.leave(now);
  }

  end(call: Counted, now: number): void {
    if (!call.counted) return;
    this.pause(call, now);
    if (this.inFlight < this.atOnce) return;
    this.answers += 1;
    const took = now - this.since;
    if (took < PACE_MS) return;
    this.pace += (took / this.answers - this.pace) * WEIGHT;
    this.startPace(now);
  }

  private isTooSlow(now: number): boolean {
    const { inFlight, atOnce } = this;
    return inFlight > atOnce * ALWAYS_WAIT && inFlight * this.pace > LONGEST_WAIT_MS && now - this.busySince > PATIENCE_MS;
  }

  private startCrowd(now: number): void {
    this.busySince = now;
    this.pace = 0;
    this.startPace(now);
  }

  private startPace(now: number): void {
    this.since = now;
    this.answers = 0;
  }
}
