import { Unavailable } from '../../../domain/shared/errors.js';

/** A change that has waited for so long does not begin, so that its client is refused in time. */
const LONGEST_MS = 3000;

class TurnTooLate extends Unavailable {
  constructor() {
    super(undefined, undefined, 'too many changes of this record wait for the database');
  }
}

/**
 * Runs the changes of one record one after the other within this process, in the order in which they come. Without this queue,
 * some of many concurrent changes of one record would starve: each success makes all others read and decide again.
 */
export class PerKeyQueue {
  private readonly last = new Map<string, Promise<unknown>>();

  /** @throws Unavailable when the turn of `work` comes too late */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const [before, came] = [this.last.get(key), performance.now()];
    const inTurn = (): Promise<T> => {
      if (performance.now() - came > LONGEST_MS) throw new TurnTooLate();
      return work();
    };
    // When the database cannot carry out a change, those behind it would only wait for the same.
    const afterFailure = (error: unknown): Promise<T> => {
      if (!(error instanceof Unavailable) || error instanceof TurnTooLate) return inTurn();
      throw new Unavailable(undefined, undefined, 'the database took too long');
    };
    const turn = before ? before.then(inTurn, afterFailure) : work();
    this.last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.last.get(key) === turn) this.last.delete(key);
    }
  }
}
