// Buys: one process at a time hands on, so events have one order and nothing is handed on twice (P1); another takes over in a second.
import pg from 'pg';
import type { Log } from '../../application/kernel/ports/ports.js';
import { ADVISORY_LOCKS } from '../advisory-locks.js';
import { messageOf } from '../system-errors.js';
import { within } from '../time-limit.js';

export interface PeriodicTask {
  readonly everyMs: number;
  /** It also runs after a write, so many milliseconds after its last run at the earliest. Absent: writes do not matter to it. */
  readonly afterWritesMs?: number;
  /** Returns true when there is more to do at once. When it throws, the connection is closed. */
  run(client: pg.ClientBase): Promise<boolean>;
}

export interface LeaderOptions {
  readonly connection: pg.ClientConfig;
  readonly tasks: readonly PeriodicTask[];
  /** work beside the tasks, as long as this process is the leader; it ends when the signal is aborted, and never rejects */
  readonly duty: (signal: AbortSignal) => Promise<void>;
  readonly log: Log;
  /** told whether this process leads */
  readonly observe?: ((leads: boolean) => void) | undefined;
  /** False: this process must not lead, because its clock is wrong. Always true by default. */
  readonly isTrusted?: (() => boolean) | undefined;
  /** milliseconds between two tries to take the lock, and before a lost connection is replaced; default 200 */
  readonly standByMs?: number | undefined;
}

const ignore = (): void => undefined;

/** The most milliseconds that the end of a connection is waited for. */
const END_MS = 500;

const TAKE = `select pg_try_advisory_lock(${ADVISORY_LOCKS.leader.join(', ')}) as taken`;

const GIVE_BACK = `select pg_advisory_unlock(${ADVISORY_LOCKS.leader.join(', ')})`;

/**
 * Works in one process at a time: the leader, which holds an advisory lock. The tasks run on the connection that holds the lock, so
 * a process that has lost the lock can do no more work. The other processes wait for the lock.
 */
export class Leader {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private readonly schedule: { readonly task: PeriodicTask; ranAt: number; dueAt: number }[];
  private isLeading = false;
  /** ends the present pause */
  private wake: () => void = ignore;

  /** the message of the present outage, which is logged once, not at each attempt to reconnect; null: all is well */
  private trouble: string | null = null;

  constructor(private readonly options: LeaderOptions) {
    this.schedule = options.tasks.map((task) => ({ task, ranAt: -Infinity, dueAt: 0 }));
  }

  start(): void {
    this.running = this.keepServing();
  }

  /** Stops, and waits until the running task has ended. Each of its statements ends by the connection's time limit for an answer. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.running;
  }

  /** Something was written, so the tasks that follow writes run soon. */
  noticeWrite(): void {
    if (!this.isLeading) return;
    for (const each of this.schedule) {
      const { afterWritesMs } = each.task;
      if (afterWritesMs !== undefined) each.dueAt = Math.min(each.dueAt, each.ranAt + afterWritesMs);
    }
    this.wake();
  }

  private async keepServing(): Promise<void> {
    const { connection, log, standByMs = 200 } = this.options;
    do {
      const client = new pg.Client(connection);
      // A pending query gets this error anyway. Without a listener, the error would end the process.
      client.on('error', ignore);
      try {
        await client.connect();
        do {
          if (this.isTrusted() && (await client.query<{ taken: boolean }>(TAKE)).rows[0]?.taken === true) await this.lead(client);
          else this.trouble = null;
        } while (await this.pause(standByMs));
      } catch (error) {
        const trouble = messageOf(error);
        if (trouble !== this.trouble) log.warn('background work was interrupted', { error });
        this.trouble = trouble;
      }
      // The connection may be lost, and then nobody answers that it has ended.
      await within(END_MS, client.end().catch(ignore), ignore);
    } while (await this.pause(standByMs));
  }

  /** Leads until the process stops, or is not trusted any more. It throws when a task throws. */
  private async lead(client: pg.Client): Promise<void> {
    const term = new AbortController();
    const duty = this.options.duty(AbortSignal.any([term.signal, this.stopping.signal]));
    this.tell(true);
    try {
      do {
        if (!this.isTrusted()) break;
        for (const each of this.schedule.filter(({ dueAt }) => dueAt <= performance.now())) {
          each.ranAt = performance.now();
          each.dueAt = each.ranAt + each.task.everyMs; // also if it throws, so that the others have their turn
          if (await each.task.run(client)) each.dueAt = 0;
        }
        this.trouble = null;
      } while (await this.pause(Math.min(...this.schedule.map(({ dueAt }) => dueAt)) - performance.now()));
    } finally {
      this.tell(false);
      term.abort();
      await duty;
    }
    if (!this.stopping.signal.aborted) await client.query(GIVE_BACK);
  }

  private tell(leads: boolean): void {
    this.isLeading = leads;
    this.options.observe?.(leads);
  }

  private isTrusted(): boolean {
    return this.options.isTrusted?.() ?? true;
  }

  /** False: the process stops. `wake` ends the pause before its time is over. */
  private async pause(ms: number): Promise<boolean> {
    const { signal } = this.stopping;
    if (signal.aborted) return false;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, ms));
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    return !signal.aborted;
  }
}
