import type { ClientBase } from 'pg';
import { workOf, type Work } from '../../application/events/work.js';
import { addWork } from './queued-work.js';

/**
 * Puts a run of some work into the queue, again and again; the first run comes when this process becomes the leader. If the run
 * before has not begun yet, there is no second one.
 */
export class RepeatedWork {
  constructor(
    private readonly work: Pick<Work, 'name' | 'keyOf'>,
    readonly everyMs: number,
  ) {}

  async run(client: ClientBase): Promise<boolean> {
    await addWork(client, [workOf(this.work, {})]);
    return false;
  }
}
