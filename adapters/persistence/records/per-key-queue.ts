import { isLate, type Deadline } from '../connection/timed-query.js';
import { NotBegun, unavailable } from '../connection/database-errors.js';

/**
 * Runs the changes of one record one after the other within this process, in the order in which they come. Without this queue,
 * some of many concurrent changes of one record would starve: each success makes all others read and decide again. No timer is
 * needed to end the wait of a call at its deadline, because the calls ahead of it have earlier deadlines and end by them.
 */
export class PerKeyQueue {
  private readonly last = new Map<string, Promise<unknown>>();

  isBusy(key: string): boolean {
    return this.last.has(key);
  }

  /** @throws Unavailable when the turn of `work` comes too late to begin a statement */
  async run<T>(key: string, by: Deadline, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key);
    const inTurn = (): Promise<T> => {
      if (isLate(by)) throw unavailable(new NotBegun());
      return work();
    };
    const turn = before ? before.then(inTurn, inTurn) : work();
    this.last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.last.get(key) === turn) this.last.delete(key);
    }
  }
}
