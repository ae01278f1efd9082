// Buys: P3: with them all of 480 calls that need no locked table are answered (drill `lock`). Ten calls at the lock would hold the pool.
import { meaningOf } from './database-errors.js';

/** Gives a place back. @param error how the statement failed; null: it did not */
export type Leave = (error: unknown) => void;

interface Share {
  readonly most: number;
  held: number;
  readonly waiting: { readonly go: () => void; readonly refuse: Leave }[];
}

/**
 * The statements of one table hold at most half of a pool. In a pool that reads use, too, the writes of one table hold a third, and all
 * writes together half, because every write also needs the outbox. The others wait. When a statement fails because the database takes
 * too long, those of its table and kind that wait are refused with it: they would only wait for the same lock.
 */
export class TableShares {
  private readonly shares = new Map<string, Share>();
  private readonly writes: Share;

  constructor(private readonly connections: number) {
    this.writes = newShare(connections / 2);
  }

  /**
   * Waits for a place, and returns what gives it back, which is called once.
   * @param first the name of the statement that needs the connection first, which begins with its table; '': something else does
   * @param besideReads true: it is a write in a pool that reads use, too
   */
  async enter(first: string, besideReads: boolean): Promise<Leave> {
    const own = this.shareOf(first.slice(0, first.indexOf('.')), besideReads);
    await placeIn(own);
    if (besideReads) await placeIn(this.writes);
    return (error) => {
      pass(own, error);
      if (besideReads) pass(this.writes, null);
    };
  }

  private shareOf(table: string, besideReads: boolean): Share {
    const name = besideReads ? `${table} writes` : table;
    const known = this.shares.get(name) ?? newShare(this.connections / (besideReads ? 3 : 2));
    this.shares.set(name, known);
    return known;
  }
}

function newShare(most: number): Share {
  return { most, held: 0, waiting: [] };
}

async function placeIn(share: Share): Promise<void> {
  if (share.held < share.most) share.held += 1;
  else await new Promise<void>((go, refuse) => share.waiting.push({ go, refuse }));
}

/** Gives a place to the next statement that waits. */
function pass(share: Share, error: unknown): void {
  if (meaningOf(error)?.late) for (const { refuse } of share.waiting.splice(0)) refuse(error);
  const next = share.waiting.shift();
  if (next) next.go();
  else share.held -= 1;
}
