import { isUnavailable, NotBegun } from './database-errors.js';

const STUCK_MS = 1000;

/**
 * The part of the pool that one statement may use while it gets no answers, for example because its table is locked. Without this
 * limit, all connections would wait for that table, and calls that do not need the table would be refused, too.
 */
export class Share {
  private held = 0;
  private goodAt = 0;
  private isGood = true;

  constructor(private readonly most: number) {}

  /**
   * Counts a call that waits for an answer. After each `enter`, call `leave` once, even when `enter` throws.
   * @throws NotBegun when more than `most` calls wait, and this statement has had no good answer for STUCK_MS
   */
  enter(): void {
    const now = performance.now();
    if (this.held === 0 && this.isGood) this.goodAt = now;
    this.held += 1;
    if (this.held > this.most && now - this.goodAt > STUCK_MS) throw new NotBegun();
  }

  /** @param failure why there was no result; null: there was a result */
  leave(failure: unknown): void {
    this.held -= 1;
    this.isGood = failure === null || !isUnavailable(failure);
    if (this.isGood) this.goodAt = performance.now();
  }
}

export class Shares {
  private readonly shares = new Map<string, Share>();
  private readonly most: number;

  constructor(connections: number) {
    this.most = Math.max(1, Math.floor(connections / 2));
  }

  of(statement: string): Share {
    let share = this.shares.get(statement);
    if (!share) {
      share = new Share(this.most);
      this.shares.set(statement, share);
    }
    return share;
  }
}
