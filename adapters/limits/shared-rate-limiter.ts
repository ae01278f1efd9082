import { RateLimiter, type Allowance, type Limit, type Waited } from '../../application/ports/rate-limiter.js';
import { UNLIMITED, windowsOf } from './memory-rate-limiter.js';
import type { RedisCounts, RedisOptions } from './redis-counts.js';
import type { Window, Windows } from './windows.js';

/** The milliseconds before its end at which a window gets no more calls: a later one could reach Redis when it has ended there. */
const LAST_MS = 50;

/**
 * The share of a quota that other processes may seem to have given back since the last answer. If more of their calls is missing,
 * Redis has lost its counts, and the others have not told theirs again. Then this process goes by those that it knows.
 */
const GIVEN_BACK = 0.05;

interface Question {
  readonly limit: Limit;
  readonly who: string;
  readonly waited: Waited | undefined;
}

/**
 * Limits callers by counts that all instances share, in Redis. This process keeps its own count of each window, and what it knows
 * of the others' counts. It judges by these while Redis cannot be asked.
 */
export class SharedRateLimiter extends RateLimiter {
  private readonly windows: ReadonlyMap<Limit, Windows>;
  /** null: not opened, so nothing is shared yet */
  private counts: RedisCounts | null = null;

  constructor(private readonly options: Omit<RedisOptions, 'prefix'>) {
    super();
    this.windows = windowsOf(options.quotas);
  }

  /** Loads the client for Redis and connects. A Redis that is away or slow is waited for no longer than by a call. */
  async open(prefix: string): Promise<void> {
    // Imported on demand: a service alone needs no Redis.
    const { RedisCounts: Loaded } = await import('./redis-counts.js');
    this.counts = await Loaded.open({ ...this.options, prefix });
  }

  async close(): Promise<void> {
    await this.counts?.close();
  }

  /** false: this process counts in its own memory */
  get isShared(): boolean {
    return this.counts?.usable ?? false;
  }

  override take(limit: Limit, who: string, waited?: Waited): Allowance | Promise<Allowance> {
    const windows = this.windows.get(limit);
    if (!windows) return UNLIMITED;
    return this.counts?.usable ? this.takeShared(this.counts, { limit, who, waited }, windows) : windows.take(who);
  }

  override isUsedUp(limit: 'failed_authentications', who: string): boolean {
    return this.windows.get(limit)?.isUsedUp(who) ?? false;
  }

  override giveBack(limit: Limit, who: string, waited?: Waited): Allowance | Promise<Allowance> {
    const windows = this.windows.get(limit);
    if (!windows) return UNLIMITED;
    return this.counts?.usable ? this.giveBackShared(this.counts, { limit, who, waited }, windows) : windows.giveBack(who);
  }

  private async takeShared(counts: RedisCounts, question: Question, windows: Windows): Promise<Allowance> {
    const window = windows.at(question.who, Date.now(), LAST_MS);
    window.own += 1;
    const total = await totalOf(counts, question, window, windows.quota);
    return windows.judge(window, total, Date.now());
  }

  private async giveBackShared(counts: RedisCounts, question: Question, windows: Windows): Promise<Allowance> {
    const window = windows.at(question.who, Date.now(), LAST_MS);
    if (window.own > 0) window.own -= 1;
    const total = await totalOf(counts, question, window, windows.quota);
    return windows.standing(window, total, Date.now());
  }
}

/** The count of all processes with this call, or what this process knows of it when Redis does not answer in time. */
async function totalOf(counts: RedisCounts, { limit, who, waited }: Question, window: Window, quota: number): Promise<number> {
  const { own, number, endsAt } = window;
  const { connection } = counts;
  // Redis still has what it has told on this connection. A call that is late would take it into the next window.
  const lost = window.heardOn === connection ? 0 : window.others;
  const sent = Date.now();
  const seconds = Math.ceil((endsAt - sent) / 1000);
  const told = await counts.count({ limit, who, number, own, others: lost, seconds, waited }, ({ total, msLeft }) => {
    const others = total - own;
    if (others >= window.others - quota * GIVEN_BACK) window.others = others;
    window.heardOn = connection;
    // Redis measured the time after `sent`, so the window ends here no later than there.
    window.endsAt = sent + msLeft;
    return own + window.others;
  });
  // The window's own count may contain calls of the same moment, which come after this one.
  return told ?? own + window.others;
}
