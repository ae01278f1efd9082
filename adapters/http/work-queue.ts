import { FairLine } from '../fair-line.js';

/**
 * A turn of the event loop should not take longer than this. Each turn accepts only one new connection, however many connections
 * wait, and a request of another shop waits for the end of several turns.
 */
const LONGEST_TURN_MS = 0.7;
/**
 * At least this many requests are always carried out at once: while the database works on one of them, this process computes the
 * other.
 */
const LEAST = 2;
/**
 * While new connections arrive, turns without work accept them for this long before more work begins. A longer time lets a new
 * instance answer sooner, but makes refusals of a busy one late (`npm run drill -- overload`).
 */
const LONGEST_FREE_MS = 10;
/** A request that has waited longer than this is refused, because its client has probably stopped waiting. */
const LONGEST_LINE_MS = 800;

interface Waiting {
  readonly since: number;
  readonly patient: boolean;
  readonly call: (mayBegin: boolean) => void;
}

/**
 * Decides when an admitted request is carried out. While the turns of the event loop are short, it is carried out at once. When
 * turns become long, new connections are accepted too late, so further requests wait in line, where shops take turns. `Workload`
 * refuses requests before the line becomes long.
 */
export class WorkQueue {
  private readonly waiting = new FairLine<Waiting>();
  private atWork = 0;
  private room = Infinity;
  private turnBegan = 0;
  /** the longest turn since `room` was last adapted, in milliseconds */
  private longestTurn = 0;
  /** ends the measurement of the current turn; null: no turn is measured */
  private turnEnd: NodeJS.Immediate | null = null;
  private connected = false;
  /** when waiting requests were last let in */
  private admittedAt = 0;

  /** @param longestLineMs a request that has waited longer is refused */
  constructor(private readonly longestLineMs = LONGEST_LINE_MS) {}

  /**
   * Takes a request. Null: it may begin at once. Otherwise the promise resolves when the request's turn comes, and says if the
   * request may begin.
   * @param party the shop that sent it
   * @param patient true: it may begin, however long it has waited
   */
  enter(now: number, party: string, patient = false): Promise<boolean> | null {
    this.watch(now);
    if (this.waiting.length === 0 && this.atWork < this.room) {
      this.atWork += 1;
      return null;
    }
    return new Promise((resolve) => {
      this.waiting.push(party, { since: now, patient, call: resolve });
      this.watch(now);
    });
  }

  leave(now: number): void {
    this.watch(now);
    this.atWork -= 1;
  }

  /** Notes that a connection was accepted. Then more connections may be waiting. */
  connect(): void {
    this.connected = true;
  }

  /**
   * Measures this turn of the event loop until its end. The measurement keeps an idle loop turning only while a request waits.
   */
  private watch(now: number): void {
    if (this.turnEnd === null) {
      if (this.atWork < LEAST && this.waiting.length === 0) return;
      this.turnBegan = now;
      this.turnEnd = setImmediate(this.endTurn).unref();
    }
    if (this.waiting.length > 0) this.turnEnd.ref();
  }

  private readonly endTurn = (): void => {
    const now = performance.now();
    this.longestTurn = Math.max(this.longestTurn, now - this.turnBegan);
    if (this.connected && this.waiting.length > 0 && now - this.admittedAt < LONGEST_FREE_MS) {
      this.connected = false;
      this.turnBegan = now;
      this.turnEnd = setImmediate(this.endTurn);
      return;
    }
    this.adapt(this.longestTurn);
    this.longestTurn = 0;
    this.admittedAt = now;
    this.connected = false;
    this.turnEnd = null;
    this.admit(now);
  };

  private adapt(turnMs: number): void {
    if (turnMs > LONGEST_TURN_MS) this.room = Math.max(LEAST, Math.floor((this.atWork * LONGEST_TURN_MS) / turnMs));
    else this.room = this.waiting.length > 0 ? this.room + 1 : Infinity;
  }

  private admit(now: number): void {
    while (this.atWork < this.room) {
      const next = this.waiting.shift();
      if (!next) return;
      const mayBegin = next.patient || now - next.since <= this.longestLineMs;
      if (mayBegin) this.atWork += 1;
      next.call(mayBegin);
    }
    this.watch(now);
  }
}
