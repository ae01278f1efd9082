import { isLate, type Deadline } from '../connection/timed-query.js';
import { NotBegun, unavailable } from '../connection/database-errors.js';

/**
 * Work on one record takes queue within this process, first come first served. Without it a record that many change at once
 * starves some of them: each success makes all others read and decide again.
 * Nobody waits beyond a deadline, and that without a timer: who is before has an earlier one and ends by it.
 */
export class PerKeyQueue {
  private readonly last = new Map<string, Promise<unknown>>();

  /** @throws Unavailable when too little time is left at its turn */
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
