import { randomUUID } from 'node:crypto';
import { setImmediate as afterInput } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { LIMITS, type Limit, type Waited } from '../../application/ports/rate-limiter.js';
import type { Log } from '../../application/ports/log.js';
import { within } from '../time-limit.js';
import { COUNT_SCRIPT } from './count-script.js';
import type { Quotas } from './memory-rate-limiter.js';

/** The milliseconds between two tries to reach Redis again. No call waits meanwhile. */
const RETRY_MS = 500;
/** The milliseconds after which a connection without an answer is given up and opened anew. */
const SILENCE_MS = 2000;
/** The milliseconds after which a connection is ended at this side alone, because a server that hangs does not end its side. */
const END_MS = 50;
const SECONDS = 60;
const REDIS = { enableOfflineQueue: false, autoResendUnfulfilledCommands: false, maxRetriesPerRequest: 0, lazyConnect: true };

export interface RedisOptions {
  readonly url: string;
  /** the beginning of all keys, without a colon at its end */
  readonly prefix: string;
  readonly quotas: Quotas;
  readonly log: Log;
  /** the milliseconds that a call waits for Redis at most */
  readonly longestMs: number;
}

/** The count of this process in one window. */
export interface OwnCount {
  readonly limit: Limit;
  readonly who: string;
  /** the window's number, which is different for each window of the caller in this process */
  readonly number: number;
  readonly own: number;
  /** the count of all other processes in this window, which Redis may have lost; 0: it has not lost it */
  readonly others: number;
  /** the seconds until the window ends, if Redis does not know it */
  readonly seconds: number;
  /** absent: the request asks only once */
  readonly waited?: Waited | undefined;
}

/** The count of all processes in one window. */
export interface SharedCount {
  readonly total: number;
  readonly msLeft: number;
}

/**
 * The counts of all processes, in Redis. A process tells its own count of a window and learns the sum, so Redis gets the count of
 * each process again with the next call, however it lost it. While Redis does not answer in time, `usable` is false, and nothing
 * is asked but whether it answers again.
 */
export class RedisCounts {
  /** no other process has this name */
  private readonly process = randomUUID().slice(0, 8);
  private readonly client: Redis;
  private readonly log: Log;
  private readonly longestMs: number;
  private readonly limiters: ReadonlyMap<Limit | 'probe', RateLimiterRedis>;
  private state: 'usable' | 'lost' | 'closed' = 'lost';
  /** true: the log says that this process is alone */
  private told = false;
  private retrying: NodeJS.Timeout | undefined;
  private opened = 0;

  private constructor({ url, prefix, quotas, log, longestMs }: RedisOptions) {
    this.log = log;
    this.longestMs = longestMs;
    this.client = new Redis(url, {
      ...REDIS,
      enableAutoPipelining: true,
      connectTimeout: SILENCE_MS,
      disconnectTimeout: END_MS,
      socketTimeout: SILENCE_MS,
      retryStrategy: () => RETRY_MS,
      // A server that has become a replica takes no counts. Its name may lead to the new primary.
      reconnectOnError: ({ message }) => message.startsWith('READONLY'),
    });
    const names = [...LIMITS.map((limit) => [limit, quotas[limit]] as const), ['probe', 1] as const];
    this.limiters = new Map(names.map(([name, points]) => [name, this.limiterOf(`${prefix}:${name}`, points)]));
  }

  /** Connects, and waits for that as long as a call waits. */
  static async open(options: RedisOptions): Promise<RedisCounts> {
    const counts = new RedisCounts(options);
    const { client } = counts;
    client.on('error', (error: Error) => {
      counts.goAlone(error);
    });
    client.on('close', () => {
      counts.goAlone(new Error('the connection was closed'));
    });
    client.on('ready', () => {
      counts.opened += 1;
      void counts.probe();
    });
    const connected = client.connect().then(() => counts.probe());
    await counts.inTime(connected).catch((error: unknown) => {
      counts.goAlone(error);
    });
    return counts;
  }

  get usable(): boolean {
    return this.state === 'usable';
  }

  /** The number of the open connection. Redis may have lost what was told on one before it. */
  get connection(): number {
    return this.opened;
  }

  /**
   * Tells this process's count.
   * @param heard called with the answer when it comes, also if that is too late
   * @returns what `heard` returned; null: there was no answer in time
   */
  async count(own: OwnCount, heard: (count: SharedCount) => number): Promise<number | null> {
    const { limit, waited = { waitedMs: 0 } } = own;
    const began = performance.now();
    const mostMs = Math.max(this.longestMs - waited.waitedMs, 0);
    try {
      return await this.inTime(this.ask(limit, own).then(heard), mostMs);
    } catch {
      // A request that had waited before gave Redis less time than others do.
      if (!this.usable || mostMs < this.longestMs) return null;
      // From now on Redis is not asked until it answers again. Perhaps only this process was busy for a moment.
      this.state = 'lost';
      void this.probe();
      return null;
    } finally {
      waited.waitedMs += performance.now() - began;
    }
  }

  /** Ends the connection, without waiting for answers. */
  close(): Promise<void> {
    this.state = 'closed';
    clearInterval(this.retrying);
    this.client.disconnect();
    return Promise.resolve();
  }

  private limiterOf(keyPrefix: string, points: number): RateLimiterRedis {
    const script = { customIncrTtlLuaScript: COUNT_SCRIPT };
    return new RateLimiterRedis({ storeClient: this.client, keyPrefix, points, duration: SECONDS, ...script });
  }

  private async ask(name: Limit | 'probe', { who, number, own, others, seconds }: Omit<OwnCount, 'limit'>): Promise<SharedCount> {
    const limiter = this.limiters.get(name);
    if (!limiter) throw new Error(`${name} is not a limit`);
    // `penalty` runs the script without a judgement. The script gets this process's count as its points.
    const counted = await limiter.penalty(`${who}:${this.process}${number}:${others}`, own, { customDuration: seconds });
    return { total: counted.consumedPoints, msLeft: counted.msBeforeNext };
  }

  /** Uses Redis again if it takes a count in time. */
  private async probe(): Promise<void> {
    if (this.client.status !== 'ready' || this.state !== 'lost') return;
    try {
      // The client goes on with database 0 when the server refuses the one of the URL.
      const { db = 0 } = this.client.options;
      if (db > 0) await this.inTime(this.client.select(db));
      await this.inTime(this.ask('probe', { who: this.process, number: 0, own: 1, others: 0, seconds: 1 }));
    } catch (error) {
      this.goAlone(error);
      return;
    }
    this.share();
  }

  private share(): void {
    if (this.state === 'closed') return;
    this.state = 'usable';
    clearInterval(this.retrying);
    if (this.told) this.log.info('limits are shared again');
    this.told = false;
  }

  /** Goes on without Redis, and says so once. */
  private goAlone(reason: unknown): void {
    if (this.state === 'closed') return;
    this.state = 'lost';
    if (this.told) return;
    this.told = true;
    this.log.warn('limits are counted in own memory', { reason: reason instanceof Error ? reason.message : String(reason) });
    this.retrying = setInterval(() => void this.probe(), RETRY_MS).unref();
  }

  private async inTime<T>(answer: Promise<T>, mostMs = this.longestMs): Promise<Awaited<T>> {
    return await within(mostMs, answer, async () => {
      // An answer that came while this process was busy only has to be read.
      await afterInput();
      throw new Error(`Redis did not answer within ${mostMs} ms`);
    });
  }
}
