// Buys: one process at a time hands on, so events have one order and nothing is handed on twice (P1); another takes over in a second.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../application/ports/log.js';

export interface PeriodicTask {
  readonly everyMs: number;
  /** Returns true when there is more to do at once. When it throws, the connection is closed. */
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

export interface LeaderOptions {
  readonly connection: pg.ClientConfig;
  /** the two numbers of the advisory lock that the leader holds */
  readonly lock: readonly [number, number];
  readonly tasks: readonly PeriodicTask[];
  readonly duties?: readonly LeaderDuty[];
  readonly log: Log;
  /** milliseconds between two tries to take the lock, and before a lost connection is replaced; default 200 */
  readonly standByMs?: number | undefined;
}

/**
 * Runs periodic tasks and duties in one process at a time: the leader, which holds an advisory lock. The tasks run on the connection that
 * holds the lock, so a process that has lost the lock can do no more work. The other processes wait for the lock.
 */
export class Leader {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: LeaderOptions) {}

  start(): void {
    this.running = this.keepServing();
  }

  /** Stops, and waits until the running task has ended. Each of its statements ends by the connection's time limit for an answer. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async keepServing(): Promise<void> {
    const { connection, lock, log } = this.options;
    while (!this.isStopped()) {
      const client = new pg.Client(connection);
      // A pending query gets this error anyway. Without a listener, the error would end the process.
      client.on('error', () => undefined);
      try {
        await client.connect();
        const take = `select pg_try_advisory_lock(${lock.join(', ')}) as taken`;
        while (!this.isStopped() && (await client.query<{ taken: boolean }>(take)).rows[0]?.taken !== true) await this.standBy();
        await this.lead(client);
      } catch (error) {
        log.warn('background work was interrupted', { error });
      } finally {
        await client.end().catch(() => undefined); // the connection is lost: an error while it is closed does not matter
      }
      await this.standBy();
    }
  }

  private async lead(client: pg.Client): Promise<void> {
    if (this.isStopped()) return;
    const { tasks, duties = [] } = this.options;
    const term = new AbortController();
    const led = duties.map((duty) => duty.lead(AbortSignal.any([term.signal, this.stopping.signal])));
    const due = new Map<PeriodicTask, number>();
    try {
      while (!this.isStopped()) {
        for (const task of tasks) {
          if (this.isStopped() || (due.get(task) ?? 0) > performance.now()) continue;
          const more = await task.run(client);
          due.set(task, more ? 0 : performance.now() + task.everyMs);
        }
        await this.pause(Math.max(0, Math.min(...due.values()) - performance.now()));
      }
    } finally {
      term.abort();
      await Promise.all(led);
    }
  }

  private isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private standBy(): Promise<void> {
    return this.pause(this.options.standByMs ?? 200);
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined); // told to stop: the pause ends early
  }
}

/** Runs work of a periodic task in a transaction. */
export async function inTransaction<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // The leader closes the connection, but only when its duties have ended. Until then the transaction would hold its locks.
    await client.query('rollback').catch(() => undefined); // the connection may be lost, and the transaction with it
    throw error;
  }
}
