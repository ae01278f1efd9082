/** The most requests in flight. */
const MOST = 512;
/** The most requests in flight to endpoints that fail, so that many dead endpoints leave room for those that answer. */
const MOST_FAILING = MOST / 2;

/** Counts the requests in flight to all endpoints. */
export class Sockets {
  private used = 0;
  private usedByFailing = 0;

  /** False: none is free now. Each one that was taken must be given back, with the same word. */
  take(failing: boolean): boolean {
    if (this.used >= MOST || (failing && this.usedByFailing >= MOST_FAILING)) return false;
    this.used += 1;
    if (failing) this.usedByFailing += 1;
    return true;
  }

  giveBack(failing: boolean): void {
    this.used -= 1;
    if (failing) this.usedByFailing -= 1;
  }

  areUsedUp(): boolean {
    return this.used >= MOST;
  }

  isIdle(): boolean {
    return this.used === 0;
  }
}
