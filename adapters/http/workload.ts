import { OVERLOADED } from './http-errors.js';
import { Parties } from './parties.js';
import { WorkQueue } from './work-queue.js';

/**
 * A request is refused when it would probably wait longer than this. An admitted request should be answered within a second, even
 * when the rate of answers drops to a third while it waits.
 */
const LONGEST_WAIT_MS = 250;
/**
 * No request is refused because of the pace while answers come this soon on average. Then the requests in flight wait for
 * something that the others need not, such as a locked table.
 */
const SOON_MS = LONGEST_WAIT_MS / 2;
/** The weight of one answer in the average time that answers took. */
const ANSWER_WEIGHT = 0.1;
/** Answers come in bursts, a few for each turn of the event loop. So their pace is measured over at least this time. */
const PACE_MS = 100;
/** The weight of the newest measurement in the pace. A single standstill should not change the pace much. */
const WEIGHT = 0.25;
/**
 * While at most `atOnce` times this many requests are in flight, none is refused because of the pace. These requests are usually
 * a few hundred milliseconds of work.
 */
const ALWAYS_WAIT = 4;
/**
 * The pace is not judged for this long after the number of requests in flight has reached `atOnce`, because a new instance or a
 * slow disk may stand still for this long.
 */
const PATIENCE_MS = 500;

interface Counted {
  counted: boolean;
  /** the time of arrival, as `performance.now()` counts */
  readonly arrived: number;
  /** the shop that sent the request, or a group of callers without a key; '' as long as the shop is not known */
  party: string;
  /** true: the client would not come again, so its request waits as long as it takes */
  readonly patient?: boolean;
}

/**
 * Counts the requests that are being carried out, and measures how fast answers come. A further request is refused at once when
 * its answer would come too late: its client would stop waiting or send it again, so the request would only cost memory.
 * Pipelined requests begin as they come in, so that each of them is counted. Shops have equal shares, so that a shop that sends
 * too many requests is refused, and other shops are served.
 */
export class Workload {
  private readonly queue: WorkQueue;
  private readonly parties = new Parties();
  private inFlight = 0;
  /** when the number of requests in flight last reached `atOnce` */
  private busySince = 0;
  /** the weighted average of the milliseconds between two answers; it begins again from 0 at `busySince` */
  private pace = 0;
  /** when the current measurement of the pace began; `answers` is the number of answers since then */
  private since = 0;
  private answers = 0;
  /** the weighted average of the milliseconds that an answer took; it begins again from 0 at `busySince` */
  private took = 0;

  /**
   * @param most the most requests in flight, at any pace; 0: nothing is refused
   * @param atOnce the number of database connections, which is about the number of requests that are carried out at once
   */
  constructor(
    private readonly most: number,
    private readonly atOnce: number,
  ) {
    this.queue = most === 0 ? new WorkQueue(Infinity) : new WorkQueue();
  }

  /**
   * Counts the request. Null: it may go on at once. Otherwise it may go on when the promise resolves.
   * @throws Overloaded
   */
  begin(call: Counted, now: number): Promise<void> | null {
    if (this.most > 0 && (this.isFull(call) || (!call.patient && this.isTooSlow(call, now)))) throw OVERLOADED;
    if (this.inFlight === this.atOnce) this.startCrowd(now);
    this.inFlight += 1;
    this.parties.add(call.party);
    call.counted = true;
    const line = this.queue.enter(now, call.party, call.patient);
    return line && this.stand(call, line);
  }

  /** Counts a request with its shop, which has become known only now. */
  identify(call: Counted, party: string): void {
    if (call.counted) {
      this.parties.remove(call.party);
      this.parties.add(party);
    }
    call.party = party;
  }

  private async stand(call: Counted, line: Promise<boolean>): Promise<void> {
    if (await line) return;
    this.forget(call);
    throw OVERLOADED;
  }

  private forget(call: Counted): void {
    this.inFlight -= 1;
    this.parties.remove(call.party);
    call.counted = false;
  }

  /** Called when a connection was accepted (see `WorkQueue`). */
  connect(): void {
    this.queue.connect();
  }

  /** Stops counting the request, because it waits for its client or is answered. Another `begin` counts it again. */
  pause(call: Counted, now: number): void {
    if (!call.counted) return;
    this.forget(call);
    this.queue.leave(now);
  }

  end(call: Counted, now: number): void {
    if (!call.counted) return;
    this.pause(call, now);
    if (this.inFlight < this.atOnce) return;
    this.took += (now - call.arrived - this.took) * ANSWER_WEIGHT;
    this.answers += 1;
    const took = now - this.since;
    if (took < PACE_MS) return;
    this.pace += (took / this.answers - this.pace) * WEIGHT;
    this.startPace(now);
  }

  /** True when the most requests are in flight. A shop with less than its share of them may send a few more. */
  private isFull({ party }: Counted): boolean {
    return this.inFlight >= this.most && this.parties.hasShare(party, this.most);
  }

  private isTooSlow({ party }: Counted, now: number): boolean {
    const { inFlight, atOnce, pace } = this;
    if (inFlight <= atOnce * ALWAYS_WAIT || inFlight * pace <= LONGEST_WAIT_MS) return false;
    if (this.took <= SOON_MS || now - this.busySince <= PATIENCE_MS) return false;
    return this.parties.countBefore(party) * pace > LONGEST_WAIT_MS;
  }

  private startCrowd(now: number): void {
    this.busySince = now;
    this.pace = 0;
    this.took = 0;
    this.startPace(now);
  }

  private startPace(now: number): void {
    this.since = now;
    this.answers = 0;
  }
}
