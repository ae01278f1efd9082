import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../application/ports/log.js';
import { within } from '../../time-limit.js';
import { reasonOf } from '../connection/database-errors.js';
import { hasReached, strangeness, type PrimaryPosition, type ReplicaPosition } from './log-position.js';

/** `behind`: it lags more than the limit; `away`: it does not answer, or must not be read */
export type ReplicaState = 'ok' | 'behind' | 'away';

const EVERY_MS = 1000;
const LONGEST_MS = 1000;

export interface WatchOptions {
  readonly askPrimary: () => Promise<PrimaryPosition>;
  readonly askReplica: () => Promise<ReplicaPosition>;
  readonly mostLagMs: number;
  readonly log: Log;
}

/**
 * Looks at the replica once a second. Its lag is measured by positions of the primary with the times when they were asked for, so
 * it is right without traffic, without a common clock, and when the replica has lost its primary.
 */
export class ReplicaWatch {
  /** the primary's last positions, oldest first, all of one history */
  private positions: PrimaryPosition[] = [];
  /** null: before the first look */
  private current: ReplicaState | null = null;
  private lag = 0;
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: WatchOptions) {}

  get state(): ReplicaState {
    return this.current ?? 'away';
  }

  /** at least so many seconds has the replica not replayed what the primary had; 0 also while it cannot be asked */
  get lagSeconds(): number {
    return this.lag / 1000;
  }

  /** Looks at the replica, and then goes on looking in the background. */
  async start(): Promise<void> {
    await this.look();
    this.running = this.keepLooking();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /**
   * Returns the oldest position of the primary that is not older than the limit. A replica that has replayed it lags less than the
   * limit. Null: there is none, because the primary has not answered for so long.
   */
  recentPosition(): PrimaryPosition | null {
    const oldest = performance.now() - this.options.mostLagMs;
    return this.positions.find(({ askedAt }) => askedAt >= oldest) ?? null;
  }

  /** Notes that the replica has failed, so that no call tries it before the next look. */
  noteAway(reason: string): void {
    this.note('away', reason);
  }

  private async keepLooking(): Promise<void> {
    const { signal } = this.stopping;
    for (;;) {
      await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined); // told to stop: the pause ends early
      if (signal.aborted) return;
      await this.look();
    }
  }

  private async look(): Promise<void> {
    // Without an answer of the primary nothing is known about the lag. The calls learn themselves whether they can read.
    const primary = await this.asked(this.options.askPrimary).catch(() => null);
    if (!primary) return;
    this.remember(primary);
    try {
      const replica = await this.asked(this.options.askReplica);
      const reason = strangeness(replica, primary);
      if (reason === null) this.judge(replica);
      else this.note('away', reason);
    } catch (error) {
      this.note('away', reasonOf(error));
    }
  }

  private remember(position: PrimaryPosition): void {
    const oldest = position.askedAt - this.options.mostLagMs - 2 * EVERY_MS;
    const kept = this.positions.filter(({ history, askedAt }) => history === position.history && askedAt >= oldest);
    this.positions = [...kept, position];
  }

  private judge(replica: ReplicaPosition): void {
    const missing = this.positions.find((position) => !hasReached(replica, position));
    const lag = missing ? performance.now() - missing.askedAt : 0;
    // The first look after a position always finds a few milliseconds.
    const most = Math.max(this.options.mostLagMs, EVERY_MS);
    if (lag > most) this.note('behind', `it lags more than ${most / 1000} s`, lag);
    else this.note('ok', '', lag);
  }

  private note(state: ReplicaState, reason: string, lag = 0): void {
    this.lag = lag;
    if (state === this.current) return;
    this.current = state;
    if (state === 'ok') this.options.log.info('the read replica can be used');
    else this.options.log.warn('the read replica is not used', { reason: `${state}: ${reason}` });
  }

  private asked<T>(ask: () => Promise<T>): Promise<T> {
    return within(LONGEST_MS, ask(), () => {
      throw new Error(`it did not answer within ${LONGEST_MS} ms`);
    });
  }
}
