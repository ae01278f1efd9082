/** PerKeyQueue of the event loop should be no longer: each takes one new connection, however many wait to be taken. */
const LONGEST_TURN_MS = 3;
/** So many are always carried out at once: while one is computed here the database works on the other. */
const LEAST = 2;
/** While connections come in, so many turns are left to them before more work is begun. */
const MOST_FREE_TURNS = 10;
/** A request that has waited longer is refused, because its client has probably given up. */
const LONGEST_LINE_MS = 800;

interface Waiting {
  readonly since: number;
  readonly call: (mayBegin: boolean) => void;
}

/**
 * An admitted request is carried out at once while turns of the event loop are short. When turns become long, no new connection
 * is heard in time, so further requests wait in line. The line is as short as `Workload` says.
 */
export class WorkQueue {
  private readonly waiting: Waiting[] = [];
  private atWork = 0;
  private room = Infinity;
  private turnBegan = 0;
  /** since room was last made or taken */
  private longestTurn = 0;
  /** null: this turn is not looked at */
  private turnEnd: NodeJS.Immediate | null = null;
  private connected = false;
  private freeTurns = 0;

  /** @param longestLineMs who has waited longer is sent away */
  constructor(private readonly longestLineMs = LONGEST_LINE_MS) {}

  /** Null: it may begin. Else whether it may when its turn has come. */
  enter(now: number): Promise<boolean> | null {
    this.watch(now);
    if (this.atWork < this.room) {
      this.atWork += 1;
      return null;
    }
    return new Promise((resolve) => {
      this.waiting.push({ since: now, call: resolve });
      this.watch(now);
    });
  }

  leave(now: number): void {
    this.watch(now);
    this.atWork -= 1;
  }

  /** A connection was taken: there may be more. */
  connect(): void {
    this.connected = true;
  }

  /** Looks at the turn when it ends. That is no reason for another turn, unless somebody waits for one. */
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
    if (this.connected && this.waiting.length > 0 && this.freeTurns < MOST_FREE_TURNS) {
      this.connected = false;
      this.freeTurns += 1;
      this.turnBegan = now;
      this.turnEnd = setImmediate(this.endTurn);
      return;
    }
    this.adapt(this.longestTurn);
    this.longestTurn = 0;
    this.freeTurns = 0;
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
      const mayBegin = now - next.since <= this.longestLineMs;
      if (mayBegin) this.atWork += 1;
      next.call(mayBegin);
    }
    this.watch(now);
  }
}
