// Buys: P3: with them all of 480 calls that need no locked table are answered (drill `lock`). Ten calls at the lock would hold the pool.
import { meaningOf } from './database-errors.js';
import type { Lease } from './transaction.js';

interface Share {
  held: number;
  readonly waiting: { readonly go: () => void; readonly refuse: (error: unknown) => void }[];
}

/**
 * The statements of one table hold at most half of a pool; the others wait. When one of these fails because the database takes too
 * long, those that wait are refused with it: they would only wait for the same lock.
 */
export class TableShares {
  private readonly shares = new Map<string, Share>();

  constructor(private readonly connections: number) {}

  /** @param first the name of the statement that needs the connection first, which begins with its table; '': something else does */
  async lend<Lent extends Lease>(first: string, take: () => Promise<Lent>): Promise<Lent> {
    const share = this.shareOf(first.slice(0, first.indexOf('.')));
    if (share.held < this.connections / 2) share.held += 1;
    else await new Promise<void>((go, refuse) => share.waiting.push({ go, refuse }));
    try {
      const lease = await take();
      const end = (error: unknown): void => {
        lease.end(error);
        leave(share, error);
      };
      return { ...lease, end };
    } catch (error) {
      leave(share, error);
      throw error;
    }
  }

  private shareOf(table: string): Share {
    let share = this.shares.get(table);
    if (!share) this.shares.set(table, (share = { held: 0, waiting: [] }));
    return share;
  }
}

function leave(share: Share, error: unknown): void {
  if (meaningOf(error)?.late) for (const { refuse } of share.waiting.splice(0)) refuse(error);
  const next = share.waiting.shift();
  if (next) next.go();
  else share.held -= 1;
}
