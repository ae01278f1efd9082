// Buys: P3: calls that wait for a locked table leave half of the pool to all others. Without it 447 of 480 others were refused or late.
import type { Statement } from './database.js';
import { isLate } from './database-errors.js';

interface Waiter {
  readonly go: () => void;
  readonly refuse: (error: unknown) => void;
}

interface Share {
  held: number;
  waiting: Waiter[];
}

/**
 * The statements of one table hold at most half of the pool. The others wait for one of these connections. When one of the statements
 * fails because the database takes too long, those that wait are refused with it: they would only wait for the same lock.
 */
export class TableShares {
  private readonly shares = new Map<string, Share>();
  private readonly most: number;

  constructor(connections: number) {
    this.most = Math.ceil(connections / 2);
  }

  /** Counts a connection. Call `leave` when it is given back, unless the turn is refused. Null: it may be taken at once. */
  enter(table: string): Promise<void> | null {
    const share = this.shareOf(table);
    if (share.held < this.most) {
      share.held += 1;
      return null;
    }
    return new Promise((go, refuse) => share.waiting.push({ go, refuse }));
  }

  /** @param error how the work with the connection failed; null: it did not */
  leave(table: string, error: unknown): void {
    const share = this.shareOf(table);
    if (isLate(error)) for (const { refuse } of share.waiting.splice(0)) refuse(error);
    const next = share.waiting.shift();
    if (next) next.go();
    else share.held -= 1;
  }

  private shareOf(table: string): Share {
    let share = this.shares.get(table);
    if (!share) this.shares.set(table, (share = { held: 0, waiting: [] }));
    return share;
  }
}

/** The table or area in the name of the statement that needs a connection first; '' when something else does. */
export function tableOf(first: Statement | null): string {
  return first?.name.slice(0, first.name.indexOf('.')) ?? '';
}
