// Buys: P3: with them all of 480 calls that need no locked table are answered (drill `lock`). Ten calls at the lock would hold the pool.
import { meaningOf } from './database-errors.js';

/** Gives a place back. @param error how the statement failed; null: it did not */
type Leave = (error: unknown) => void;

interface Share {
  held: number;
  readonly waiting: { readonly go: () => void; readonly refuse: Leave }[];
  readonly leave: Leave;
}

/**
 * The statements of one table hold at most half of a pool; the others wait. When one of these fails because the database takes too
 * long, those that wait are refused with it: they would only wait for the same lock.
 */
export class TableShares {
  private readonly shares = new Map<string, Share>();

  constructor(private readonly connections: number) {}

  /**
   * Waits for a place, and returns what gives it back, which is called once.
   * @param first the name of the statement that needs the connection first, which begins with its table; '': something else does
   */
  async enter(first: string): Promise<Leave> {
    const share = this.shareOf(first.slice(0, first.indexOf('.')));
    if (share.held < this.connections / 2) share.held += 1;
    else await new Promise<void>((go, refuse) => share.waiting.push({ go, refuse }));
    return share.leave;
  }

  private shareOf(table: string): Share {
    const known = this.shares.get(table);
    if (known) return known;
    const leave: Leave = (error) => {
      pass(share, error);
    };
    const share: Share = { held: 0, waiting: [], leave };
    this.shares.set(table, share);
    return share;
  }
}

/** Gives a place to the next statement that waits. */
function pass(share: Share, error: unknown): void {
  if (meaningOf(error)?.late) for (const { refuse } of share.waiting.splice(0)) refuse(error);
  const next = share.waiting.shift();
  if (next) next.go();
  else share.held -= 1;
}
