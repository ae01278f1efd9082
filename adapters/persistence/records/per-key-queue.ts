import { isLate, type Deadline } from '../connection/timed-query.js';
import { NotBegun, unavailable } from '../connection/database-errors.js';

/**
 * Changes of one record run one after the other within this process, in the order in which they come. Without this queue, some of
 * many concurrent changes of one record would starve: each success makes all others read and decide again. No call waits longer
 * than until its deadline, although there is no timer: the calls ahead of it in the queue have earlier deadlines, and each of
 * them ends by its deadline.
 */
export class PerKeyQueue {
  private readonly last = new Map<string, Promise<unknown>>();

  /** @throws Unavailable when too little time is left when the turn of `work` comes */
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
