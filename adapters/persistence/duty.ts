import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../application/ports/log.js';

export interface Chore {
  readonly everyMs: number;
  /** True: there is more to do at once. When it throws, the connection is dropped, and with it what was begun there. */
  run(client: pg.ClientBase): Promise<boolean>;
}

export interface DutyOptions {
  readonly connection: pg.ClientConfig;
  /** of the advisory lock that stands for the duty */
  readonly lock: readonly [number, number];
  readonly chores: readonly Chore[];
  readonly log: Log;
  /** how often those who stand by try to take over, and a lost connection is replaced; 500 */
  readonly standByMs?: number | undefined;
}

const STAND_BY_MS = 500;

/**
 * What one process at a time does: the one that holds an advisory lock, on the connection on which the work itself is done.
 * So a holder that lost the lock can do no more. All others stand by.
 */
export class Duty {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: DutyOptions) {}

  start(): void {
    this.running = this.keepServing();
  }

  /** What was begun is finished, which takes at most as long as the connection may take for an answer. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async keepServing(): Promise<void> {
    const { connection, log, standByMs = STAND_BY_MS } = this.options;
    while (!this.isStopped()) {
      const client = new pg.Client(connection);
      // Whoever waits on the connection is told; without a listener the process would end.
      client.on('error', () => undefined);
      try {
        await client.connect();
        await this.serve(client);
      } catch (error) {
        log.warn('background duties were interrupted', { error });
      } finally {
        await client.end().catch(() => undefined); // it is lost: whether it ends in order does not matter
      }
      await this.pause(standByMs);
    }
  }

  private async serve(client: pg.Client): Promise<void> {
    const { lock, chores, standByMs = STAND_BY_MS } = this.options;
    while (!this.isStopped() && !(await take(client, lock))) await this.pause(standByMs);
    const due = new Map<Chore, number>();
    while (!this.isStopped()) {
      for (const chore of chores) {
        if (this.isStopped() || (due.get(chore) ?? 0) > performance.now()) continue;
        const more = await chore.run(client);
        due.set(chore, more ? 0 : performance.now() + chore.everyMs);
      }
      await this.pause(Math.max(0, Math.min(...due.values()) - performance.now()));
    }
  }

  private isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined); // told to stop: no more pausing
  }
}

async function take(client: pg.Client, [space, duty]: DutyOptions['lock']): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [space, duty]);
  return rows[0]?.taken === true;
}
