import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { QueuedWork } from '../../../application/events/work.js';
import type { Log } from '../../../application/ports/log.js';

export interface PeriodicTask {
  readonly everyMs: number;
  /**
   * Returns true when there is more to do at once. When it throws, the connection is closed, and the server rolls back its open
   * transaction.
   */
  run(client: pg.ClientBase): Promise<boolean>;
}

/** Work that goes on beside the periodic tasks as long as this process is the leader. */
export interface LeaderDuty {
  /**
   * Never rejects.
   * @param signal aborted when the process stops, or has lost the connection that holds the lock
   */
  lead(signal: AbortSignal): Promise<void>;
}

/** Puts work into the durable queue, within the open transaction of the connection. */
export type Enqueue = (client: pg.ClientBase, work: readonly QueuedWork[]) => Promise<void>;

export interface LeaderLoopOptions {
  readonly connection: pg.ClientConfig;
  /** the two numbers of the advisory lock that the leader holds */
  readonly lock: readonly [number, number];
  readonly tasks: readonly PeriodicTask[];
  readonly duties?: readonly LeaderDuty[];
  readonly log: Log;
  /** milliseconds between two tries to take the lock, and before a lost connection is replaced; default 200 */
  readonly standByMs?: number | undefined;
}

const STAND_BY_MS = 200;

/**
 * Runs periodic tasks and duties in one process at a time: the leader, which holds an advisory lock. The tasks run on the connection that
 * holds the lock, so a process that has lost the lock can do no more work. The other processes wait for the lock.
 */
export class LeaderLoop {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: LeaderLoopOptions) {}

  start(): void {
    this.running = this.keepServing();
  }

  /**
   * Stops the loop, and waits until the running task has ended. Each of its statements ends by the connection's time limit for an
   * answer, so a task of several statements may take several times that limit.
   */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async keepServing(): Promise<void> {
    const { connection, log, standByMs = STAND_BY_MS } = this.options;
    while (!this.isStopped()) {
      const client = new pg.Client(connection);
      // A pending query gets this error anyway. Without a listener, the error would end the process.
      client.on('error', () => undefined);
      try {
        await client.connect();
        await this.serve(client);
      } catch (error) {
        log.warn('background work was interrupted', { error });
      } finally {
        await client.end().catch(() => undefined); // the connection is lost: an error while it is closed does not matter
      }
      await this.pause(standByMs);
    }
  }

  private async serve(client: pg.Client): Promise<void> {
    const { lock, duties = [], standByMs = STAND_BY_MS } = this.options;
    while (!this.isStopped() && !(await take(client, lock))) await this.pause(standByMs);
    if (this.isStopped()) return;
    const term = new AbortController();
    const led = duties.map((duty) => duty.lead(AbortSignal.any([term.signal, this.stopping.signal])));
    try {
      await this.runTasks(client);
    } finally {
      term.abort();
      await Promise.all(led);
    }
  }

  private async runTasks(client: pg.Client): Promise<void> {
    const { tasks } = this.options;
    const due = new Map<PeriodicTask, number>();
    while (!this.isStopped()) {
      for (const task of tasks) {
        if (this.isStopped() || (due.get(task) ?? 0) > performance.now()) continue;
        const more = await task.run(client);
        due.set(task, more ? 0 : performance.now() + task.everyMs);
      }
      await this.pause(Math.max(0, Math.min(...due.values()) - performance.now()));
    }
  }

  private isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined); // told to stop: the pause ends early
  }
}

async function take(client: pg.Client, [space, number]: LeaderLoopOptions['lock']): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [space, number]);
  return rows[0]?.taken === true;
}
