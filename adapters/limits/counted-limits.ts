// Buys: no key and no address takes more than its share (120 requests in 60 s by default): exactly on one instance, over all instances
// with Redis, which no question waits for longer than 50 ms, and in bounded memory.
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { LIMITS, RateLimiter, type Allowance, type Limit, type Log } from '../../application/kernel/ports/ports.js';
import { within } from '../time-limit.js';

/** For each limit, the number of calls that are allowed in its window. 0 switches the limit off. */
export type Quotas = Readonly<Record<Limit, number>>;

const WINDOW_SECONDS: Readonly<Partial<Record<Limit, number>>> = { exports: 3600 };
const USUAL_WINDOW_SECONDS = 60;
/**
 * The largest number of addresses that are counted at once. Their counts take about 7 MB. One more address replaces the least
 * recently used one. An attacker with more addresses than that could not be limited by address anyway.
 */
const MOST_ADDRESSES = 10_000;
/** The milliseconds between two looks whether Redis counts, between two tries to connect, and to close. No request waits meanwhile. */
const LOOK_MS = 500;
/** A connection without an answer for so many times the longest wait is given up, and opened anew. */
const SILENCE = 20;
const UNLIMITED: Allowance = { allowed: true, quota: 0, remaining: 0, resetSeconds: 0 };

/**
 * Limits callers by counts in this process's memory, or in Redis after `share`. The counts by key need no bound: only
 * calls with a live key are counted, and a count goes with its window. Addresses are bounded, because anybody can use many.
 */
export class CountedLimits extends RateLimiter {
  private readonly own: ReadonlyMap<Limit, RateLimiterMemory>;
  private limiters: ReadonlyMap<Limit, RateLimiterAbstract>;
  private readonly addresses = new LRUCache<string, true>({
    max: MOST_ADDRESSES,
    dispose: (_, address, reason) => {
      if (reason === 'evict') void this.own.get('failed_authentications')?.delete(address);
    },
  });

  constructor(quotas: Quotas) {
    super();
    const limited = LIMITS.filter((limit) => quotas[limit] > 0);
    const windowOf = (limit: Limit): number => WINDOW_SECONDS[limit] ?? USUAL_WINDOW_SECONDS;
    this.own = new Map(
      limited.map((limit) => [limit, new RateLimiterMemory({ points: quotas[limit], duration: windowOf(limit) })]),
    );
    this.limiters = this.own;
  }

  /** Counts in Redis from now on, together with all instances. What Redis does not count in time, the library counts here. */
  share(redis: SharedCounts): void {
    this.limiters = new Map([...this.own].map(([limit, own]) => [limit, redis.limiterOf(limit, own)]));
  }

  override async take(limit: Limit, who: string): Promise<Allowance> {
    const limiter = this.limiters.get(limit);
    if (!limiter) return UNLIMITED;
    if (limit === 'failed_authentications') this.addresses.set(who, true);
    const counted = await limiter.consume(who).catch(refused);
    if (counted.consumedPoints <= limiter.points) return standing(limiter, counted);
    const refusal = { ...standing(limiter, counted), allowed: false };
    if (limit === 'failed_authentications' && counted.consumedPoints > limiter.points + 1)
      return { ...refusal, refusedBefore: true };
    // Only requests are given back, so only their count has to be without the refused ones.
    if (limit === 'requests') await takeBack(limiter, who);
    return refusal;
  }

  override async isUsedUp(limit: 'failed_authentications', who: string): Promise<boolean> {
    const counted = await this.limiters.get(limit)?.get(who);
    return counted?.remainingPoints === 0;
  }

  override async giveBack(limit: 'requests', who: string): Promise<Allowance> {
    const limiter = this.limiters.get(limit);
    return limiter ? standing(limiter, await takeBack(limiter, who)) : UNLIMITED;
  }
}

/** Returns the count with which `consume` refuses. @throws what is no refusal */
function refused(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason;
  throw reason;
}

async function takeBack(limiter: RateLimiterAbstract, who: string): Promise<RateLimiterRes> {
  const counted = await limiter.reward(who);
  // The window of the call had ended, so this began another one with less than nothing in it.
  if (counted.consumedPoints < 0) await limiter.delete(who);
  return counted;
}

function standing(limiter: RateLimiterAbstract, { consumedPoints, msBeforeNext }: RateLimiterRes): Allowance {
  // The library ends a window in memory by a timer, but tells the rest of it by the wall clock, which may have been set back.
  const seconds = Math.min(Math.ceil(msBeforeNext / 1000), limiter.duration);
  const remaining = Math.min(Math.max(limiter.points - consumedPoints, 0), limiter.points);
  return { allowed: true, quota: limiter.points, remaining, resetSeconds: Math.max(seconds, 1) };
}

/** The Redis, the beginning of all keys there (without a colon at its end), and the milliseconds that a question may take. */
type SharedOptions = Readonly<{ url: string; prefix: string; longestMs: number }>;

/** The connection to the Redis in which instances count together. It knows whether Redis counts at the moment. */
export class SharedCounts {
  /** the reason why Redis does not count, as the last look found it; null: it counts */
  trouble: string | null = null;
  private readonly looks: RateLimiterRedis;
  private timer: NodeJS.Timeout | undefined;
  private firstError: Error | null = null;

  private constructor(
    private readonly client: Redis,
    private readonly prefix: string,
  ) {
    client.on('error', (error: Error) => {
      // The errors after the first one may say only that the connection is closed.
      this.firstError ??= error;
      // Redis refuses the account or the database of the URL. The client would go on, and count in database 0.
      if (error.name === 'ReplyError') client.disconnect(true);
    });
    this.looks = new RateLimiterRedis({ ...this.counting('looks'), points: 1, duration: 1 });
  }

  /** Connects. A Redis that hangs is waited for as long as a connection may be silent. */
  static async open({ url, prefix, longestMs }: SharedOptions): Promise<SharedCounts> {
    // Imported on demand: the client loads slowly, and a service alone does not need it.
    const { Redis: Client } = await import('ioredis');
    const silentMs = longestMs * SILENCE;
    const client = new Client(url, {
      ...{ lazyConnect: true, enableOfflineQueue: false, autoResendUnfulfilledCommands: false, maxRetriesPerRequest: 0 },
      ...{ commandTimeout: longestMs, connectTimeout: silentMs, socketTimeout: silentMs, disconnectTimeout: LOOK_MS },
      retryStrategy: () => LOOK_MS,
      // A server that has become a replica takes no counts. Its name may lead to the new primary.
      reconnectOnError: ({ message }) => message.startsWith('READONLY'),
    });
    const counts = new SharedCounts(client, prefix);
    const connected = client.connect().catch(() => undefined); // the reason comes as an error of the client
    await within(silentMs, connected, () => undefined);
    await counts.look();
    return counts;
  }

  /** Looks twice a second. The log has one line when Redis stops to count, and one when it counts again. */
  watch(log: Log): void {
    let told = false;
    const tell = (): void => {
      if (told === (this.trouble !== null)) return;
      told = !told;
      if (told) log.warn('limits are counted in own memory', { reason: this.trouble });
      else log.info('limits are shared again');
    };
    tell();
    this.timer = setInterval(() => void this.look().then(tell), LOOK_MS).unref();
  }

  limiterOf(limit: Limit, own: RateLimiterMemory): RateLimiterRedis {
    return new RateLimiterRedis({ ...this.counting(limit), points: own.points, duration: own.duration, insuranceLimiter: own });
  }

  /** What Redis says of itself, as its command `INFO` does; empty if the account may not ask for it. */
  info(): Promise<string> {
    return this.client.info().catch(() => '');
  }

  /** Ends the connection, without waiting for answers. */
  close(): Promise<void> {
    clearInterval(this.timer);
    this.client.disconnect();
    return Promise.resolve();
  }

  private counting(what: string) {
    return { storeClient: this.client, rejectIfRedisNotReady: true, keyPrefix: `${this.prefix}:${what}` };
  }

  private async look(): Promise<void> {
    const failing = (): Promise<Error | null> =>
      this.looks.penalty('all').then(
        () => null,
        (error: unknown) => error as Error, // safe: without insurance the library passes on the client's errors
      );
    const failure = await failing();
    // A process that was busy for a moment finds no answer in time, so one failure says nothing.
    const isAway = failure !== null && (await failing()) !== null;
    // The client knows why there is no connection. The limiter says only that it is so.
    this.trouble = isAway ? (this.firstError ?? failure).message : null;
    if (!isAway) this.firstError = null;
  }
}
