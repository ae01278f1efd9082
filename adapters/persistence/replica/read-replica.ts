import type { Pool } from 'pg';
import type { Log } from '../../../application/ports/log.js';
import { ReadPlaces } from '../../../application/ports/read-places.js';
import { within } from '../../time-limit.js';
import { isLost, reasonOf } from '../connection/database-errors.js';
import type { Database } from '../connection/database.js';
import type { CallsElsewhere } from '../connection/reads-elsewhere.js';
import { PRIMARY_POSITION, type LogPosition, type PrimaryPosition } from './log-position.js';
import { NoReplica, NotReplayed, ReplicaCall } from './replica-call.js';
import { positionOf } from './replica-pool.js';
import { ReplicaWatch, type ReplicaState } from './replica-watch.js';
import { SharedQuestion } from './shared-question.js';

/**
 * The server that has answered a call with old data allowed: the replica, or the primary, because the replica was too far behind,
 * was away, has failed, or has refused what the primary may grant.
 */
export const READ_OUTCOMES = ['replica', 'behind', 'away', 'failed', 'refused'] as const;
export type ReadOutcome = (typeof READ_OUTCOMES)[number];

/** The longest time that a call spends on the replica. The rest of its time is for the primary. */
const CALL_MS = 2000;
/** The milliseconds for closing the pool. A connection that is still busy after this time ends with the process. */
const END_MS = 500;

export interface ReadReplicaOptions {
  readonly pool: Pool;
  readonly mostLagMs: number;
  /** the primary */
  readonly database: Database;
  readonly calls: CallsElsewhere;
  readonly log: Log;
}

/** Reads on a replica where that is good enough, and on the primary otherwise. */
export class ReadReplica extends ReadPlaces {
  private readonly watch: ReplicaWatch;
  private readonly position = new SharedQuestion(() => this.askPrimary());
  private readonly counts = new Map<ReadOutcome, number>(READ_OUTCOMES.map((outcome) => [outcome, 0]));

  constructor(private readonly options: ReadReplicaOptions) {
    super();
    const { pool, mostLagMs, log } = options;
    const askPrimary = (): Promise<PrimaryPosition> => this.position.answer();
    this.watch = new ReplicaWatch({ askPrimary, askReplica: () => positionOf(pool), mostLagMs, log });
  }

  get state(): ReplicaState {
    return this.watch.state;
  }

  get lagSeconds(): number {
    return this.watch.lagSeconds;
  }

  /** the calls with old data allowed since the start */
  get outcomes(): ReadonlyMap<ReadOutcome, number> {
    return this.counts;
  }

  /** Looks at the replica for the first time, and goes on looking. Never rejects: the replica may come later. */
  start(): Promise<void> {
    return this.watch.start();
  }

  async stop(): Promise<void> {
    await this.watch.stop();
    await within(END_MS, this.options.pool.end(), () => undefined);
  }

  override async readStale<T>(work: () => Promise<T>, mayWrite: boolean, told: () => void): Promise<T> {
    const call = await this.begin(mayWrite);
    if (!call) return work();
    try {
      const result = await this.options.calls.run(call, work);
      if (call.failure === null) {
        this.count('replica');
        told();
        return result;
      }
    } catch {
      // The primary may have what the replica lacks, so that a refusal, too, is the primary's.
    } finally {
      call.end();
    }
    this.count(call.failure === null ? 'refused' : 'failed');
    this.noteLost(call.failure);
    return work();
  }

  /**
   * Begins a call on the replica. A caller that may write needs everything that was stored before the call, because its own writes
   * are among that. Any other caller has no writes, and needs what the lag limit demands.
   */
  private async begin(mayWrite: boolean): Promise<ReplicaCall | null> {
    if (this.watch.state !== 'ok') return this.without(this.watch.state);
    const by = performance.now() + CALL_MS;
    const position = (mayWrite ? null : this.watch.recentPosition()) ?? (await this.positionBy(by));
    if (!position) return this.without('behind');
    try {
      return await ReplicaCall.begin(this.options.pool, position, by);
    } catch (error) {
      if (error instanceof NotReplayed) return this.without('behind');
      this.noteLost(error);
      return this.without('away');
    }
  }

  /** Null: the primary does not say its position. The call then asks the primary, and learns why. */
  private positionBy(by: number): Promise<LogPosition | null> {
    const asked = this.position.answer().catch(() => null);
    return within(by - performance.now(), asked, () => null);
  }

  private without(reason: 'behind' | 'away'): null {
    this.count(reason);
    return null;
  }

  private count(outcome: ReadOutcome): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }

  private noteLost(error: unknown): void {
    if (error instanceof NoReplica || isLost(error)) this.watch.noteAway(reasonOf(error));
  }

  private async askPrimary(): Promise<PrimaryPosition> {
    const { database } = this.options;
    const askedAt = performance.now();
    // The question may be shared, so it does not belong to the call that asks it.
    const [row] = await database.onPrimary(() => database.read<LogPosition>(PRIMARY_POSITION, []));
    if (!row) throw new Error('the primary does not say its position');
    return { ...row, askedAt };
  }
}
