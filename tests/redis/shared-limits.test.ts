import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { SharedRateLimiter } from '../../adapters/limits/shared-rate-limiter.js';
import type { Allowance } from '../../application/ports/rate-limiter.js';
import { openRedis, type RunningRedis } from '../support/redis.js';
import { eventually } from '../support/eventually.js';
import { TestLog } from '../support/test-log.js';

const QUOTA = 120;
const QUOTAS = { requests: QUOTA, read_budget: 60, write_budget: 0, failed_authentications: 100 };
/** Patience for tests of counts: their calls come all at once, and the machine may be busy. */
const PATIENT_MS = 10_000;
const ALONE = 'limits are counted in own memory';
const SHARED = 'limits are shared again';

let redis: RunningRedis;
let client: Redis;
let opened: SharedRateLimiter[];
let log: TestLog;
let prefix: string;
let tests = 0;

beforeAll(async () => {
  redis = await openRedis();
});
beforeEach(() => {
  prefix = `test-${(tests += 1)}`;
  opened = [];
  log = new TestLog();
  client = new Redis(redis.url);
  client.on('error', () => undefined);
});
afterEach(async () => {
  resumeRedis();
  for (const limiter of opened) await limiter.close();
  client.disconnect();
});
afterAll(() => redis.close());

/** A limiter as an instance has one: with a connection of its own. */
async function instance({ url = redis.url, at = prefix, longestMs = 50 } = {}): Promise<SharedRateLimiter> {
  const limiter = new SharedRateLimiter({ url, quotas: QUOTAS, log, longestMs });
  opened.push(limiter);
  await limiter.open(at);
  return limiter;
}

/** Several instances. When this ends, all of them share their limits. */
async function instances(many: number, longestMs = 50): Promise<SharedRateLimiter[]> {
  const all = await Promise.all(Array.from({ length: many }, () => instance({ longestMs })));
  await shared(all);
  log.lines.length = 0;
  return all;
}

async function shared(limiters: readonly SharedRateLimiter[]): Promise<void> {
  for (const limiter of limiters) expect(await eventually(() => limiter.isShared, Boolean)).toBe(true);
}

async function takes(limiters: readonly SharedRateLimiter[], many: number, who: string): Promise<Allowance[]> {
  const asked = Array.from({ length: many }, async (_, nth) => limiters[nth % limiters.length]?.take('requests', who));
  return (await Promise.all(asked)).filter((allowance) => allowance !== undefined);
}

const allowed = (allowances: readonly Allowance[]): number => allowances.filter((one) => one.allowed).length;
const words = (): string[] => log.lines.map(({ message }) => message);

/** Stops the process of Redis, which keeps its connections and its counts but answers nothing. */
const stopRedis = (): boolean => process.kill(redis.pid(), 'SIGSTOP');
const resumeRedis = (): boolean => process.kill(redis.pid(), 'SIGCONT');

describe('limits in Redis', () => {
  it('are exact on one instance, also for calls of the same moment', async () => {
    const [one] = await instances(1, PATIENT_MS);
    const first = await one?.take('requests', 'a');
    expect(first).toEqual({ allowed: true, quota: QUOTA, remaining: QUOTA - 1, resetSeconds: 60 });
    const rest = await takes(opened, 2 * QUOTA, 'a');
    expect(allowed(rest)).toBe(QUOTA - 1);
    expect(rest.at(QUOTA - 2)).toMatchObject({ allowed: true, remaining: 0 });
    expect(rest.at(QUOTA - 1)).toEqual({ allowed: false, quota: QUOTA, remaining: 0, resetSeconds: 60 });
    expect(rest.at(-1)).toMatchObject({ allowed: false, refusedBefore: true });
  });

  it('are exact over four instances that take at once', async () => {
    const four = await instances(4, PATIENT_MS);
    expect(allowed(await takes(four, 5 * QUOTA, 'a'))).toBe(QUOTA);
    expect(allowed(await takes(four, 40, 'b'))).toBe(40);
  });

  it('are not used up by calls that were given back', async () => {
    const four = await instances(4, PATIENT_MS);
    let kept = 0;
    for (let round = 0; round < 20; round += 1) {
      const taking = four.flatMap((limiter) =>
        [1, 2, 3, 4].map(async (nth) => ({ nth, limiter, ...(await limiter.take('requests', 'a')) })),
      );
      const taken = (await Promise.all(taking)).filter((one) => one.allowed);
      const back = taken.filter(({ nth }) => nth % 2 === 0);
      kept += taken.length - back.length;
      await Promise.all(back.map(async ({ limiter }) => limiter.giveBack('requests', 'a')));
    }
    expect(kept).toBeLessThanOrEqual(QUOTA);
    expect(kept).toBeGreaterThanOrEqual(QUOTA * 0.95);
  });

  it('are given back exactly on one instance', async () => {
    const [one] = await instances(1, PATIENT_MS);
    let kept = 0;
    for (let round = 0; round < 30; round += 1) {
      const taken = (await takes(opened, 20, 'a')).filter((allowance) => allowance.allowed);
      const back = taken.slice(10);
      kept += taken.length - back.length;
      await Promise.all(back.map(async () => one?.giveBack('requests', 'a')));
    }
    expect(kept).toBe(QUOTA);
  });

  it('end when the window ends in Redis, whatever the clock of the instance says', async () => {
    const [one, other] = await instances(2, PATIENT_MS);
    await one?.take('requests', 'a');
    const [key] = await client.keys(`${prefix}:requests:*`);
    await client.pexpire(key ?? '', 10_000);
    expect(await other?.take('requests', 'a')).toMatchObject({ remaining: QUOTA - 2, resetSeconds: 10 });
    expect(await one?.take('requests', 'a')).toMatchObject({ remaining: QUOTA - 3, resetSeconds: 10 });
  });

  it('of quota 0 are off, and ask nothing of Redis', async () => {
    const [one] = await instances(1, PATIENT_MS);
    expect(one?.take('write_budget', 'a')).toMatchObject({ allowed: true, quota: 0 });
    expect(await client.keys(`${prefix}:write_budget:*`)).toEqual([]);
  });

  it('of failed authentications are known to the instance that has heard of them', async () => {
    const [one, other] = await instances(2, PATIENT_MS);
    for (let nth = 0; nth < 99; nth += 1) await one?.take('failed_authentications', '2001:db8::/64');
    expect(one?.isUsedUp('failed_authentications', '2001:db8::/64')).toBe(false);
    expect(await other?.take('failed_authentications', '2001:db8::/64')).toMatchObject({ allowed: true, remaining: 0 });
    expect(other?.isUsedUp('failed_authentications', '2001:db8::/64')).toBe(true);
    expect(await one?.take('failed_authentications', '2001:db8::/64')).toMatchObject({ allowed: false });
    expect(one?.isUsedUp('failed_authentications', '2001:db8::/64')).toBe(true);
  });

  it('have a key for each limit and caller, which expires and holds only counts', async () => {
    const [one] = await instances(1, PATIENT_MS);
    await one?.take('requests', 'the-id');
    expect(await client.keys(`${prefix}:*`)).toContain(`${prefix}:requests:the-id`);
    expect(Object.values(await client.hgetall(`${prefix}:requests:the-id`))).toEqual(['1', '1']);
    for (const key of await client.keys(`${prefix}:*`)) expect(await client.ttl(key)).toBeGreaterThan(0);
  });

  it('of another prefix or another database of Redis are others', async () => {
    const one = await instance();
    const others = [await instance({ at: `${prefix}-other` }), await instance({ url: `${redis.url}/3` })];
    await shared([one, ...others]);
    expect(allowed(await takes([one], QUOTA, 'a'))).toBe(QUOTA);
    for (const other of others) expect(await other.take('requests', 'a')).toMatchObject({ allowed: true, remaining: QUOTA - 1 });
  });
});

describe('limits while Redis is away', () => {
  it('go on from what the instance knew, at once, and are shared again by themselves', async () => {
    const [one, other] = await instances(2, PATIENT_MS);
    await takes(opened, 100, 'a');
    const known = await one?.take('requests', 'a');
    await redis.kill();
    await eventually(
      () => opened.some((limiter) => limiter.isShared),
      (some) => !some,
    );
    expect(one?.take('requests', 'a')).toMatchObject({ allowed: true, remaining: (known?.remaining ?? 0) - 1 });
    expect(one?.giveBack('requests', 'a')).toMatchObject({ remaining: known?.remaining });
    expect(one?.take('requests', 'never seen')).toMatchObject({ allowed: true, remaining: QUOTA - 1 });
    expect(words()).toEqual([ALONE, ALONE]);
    await redis.start();
    await shared([one, other].filter((limiter) => limiter !== undefined));
    expect(words()).toEqual([ALONE, ALONE, SHARED, SHARED]);
  });

  it('are no fresh ones when Redis comes back empty, and are told to instances that did not know them', async () => {
    const [one] = await instances(1, PATIENT_MS);
    await takes(opened, QUOTA - 10, 'a');
    await redis.restart();
    await shared(opened);
    expect(await one?.take('requests', 'a')).toMatchObject({ allowed: true, remaining: 9 });
    const [fresh] = await instances(1, PATIENT_MS);
    expect(await fresh?.take('requests', 'a')).toMatchObject({ allowed: true, remaining: 8, resetSeconds: expect.any(Number) });
    expect(allowed(await takes(opened, 50, 'a'))).toBe(8);
  });

  it('are exact again when each of four instances has told a Redis that lost its counts', async () => {
    const four = await instances(4, PATIENT_MS);
    await takes(four, QUOTA - 24, 'a');
    for (const limiter of four) await limiter.take('requests', 'a');
    await client.flushall();
    for (const limiter of four) expect((await limiter.take('requests', 'a')).remaining).toBeLessThan(24);
    expect(allowed(await takes(four, QUOTA, 'a'))).toBe(16);
  });

  it('contain the calls of an instance that has ended before Redis lost its counts', async () => {
    const [one, ended] = await instances(2, PATIENT_MS);
    await takes(opened, QUOTA - 20, 'a');
    await one?.take('requests', 'a');
    await ended?.close();
    await redis.restart();
    await shared([one].filter((limiter) => limiter !== undefined));
    expect(await one?.take('requests', 'a')).toMatchObject({ remaining: 18 });
    const [fresh] = await instances(1, PATIENT_MS);
    expect(await fresh?.take('requests', 'a')).toMatchObject({ remaining: 17 });
    const both = [one, fresh].filter((limiter) => limiter !== undefined);
    expect(allowed(await takes(both, 50, 'a'))).toBe(17);
  });

  it('wait for a Redis that hangs once, and are not counted twice after it', async () => {
    const [one] = await instances(1);
    await takes(opened, 10, 'a');
    stopRedis();
    const late = await takes(opened, 5, 'a');
    expect(late.every((allowance) => allowance.allowed && allowance.remaining >= QUOTA - 15)).toBe(true);
    expect(one?.isShared).toBe(false);
    expect(one?.take('requests', 'a')).toMatchObject({ allowed: true, remaining: QUOTA - 16 });
    const said = [{ level: 'warn', message: ALONE, detail: { reason: 'Redis did not answer within 50 ms' } }];
    expect(
      await eventually(
        () => log.lines,
        (lines) => lines.length > 0,
      ),
    ).toEqual(said);
    resumeRedis();
    await shared(opened);
    expect(await one?.take('requests', 'a')).toMatchObject({ remaining: QUOTA - 17 });
  });

  it('are waited for by a request no longer in all than by one question', async () => {
    const [one] = await instances(1, PATIENT_MS);
    const waited = { waitedMs: 0 };
    await one?.take('requests', 'a', waited);
    expect(waited.waitedMs).toBeGreaterThan(0);
    stopRedis();
    waited.waitedMs = PATIENT_MS;
    const answer = await Promise.race([one?.take('requests', 'a', waited), sleep(PATIENT_MS / 2, 'it waits')]);
    expect(answer).toMatchObject({ allowed: true, remaining: QUOTA - 2 });
    expect(one?.isShared).toBe(true);
  });

  it('add up what instances have counted alone, when Redis has kept its counts', async () => {
    const [one, other] = await instances(2);
    await takes(opened, 20, 'a');
    stopRedis();
    for (const limiter of opened) await limiter.take('requests', 'alone');
    for (const limiter of opened) for (let nth = 0; nth < 30; nth += 1) void limiter.take('requests', 'a');
    resumeRedis();
    await shared(opened);
    await one?.take('requests', 'a');
    expect(await other?.take('requests', 'a')).toMatchObject({ remaining: QUOTA - 20 - 60 - 2 });
  });

  it('stay with an instance whose Redis refuses to write, and say why', async () => {
    await instances(1, PATIENT_MS);
    await client.config('SET', 'maxmemory', '1');
    await takes(opened, 1, 'a');
    expect(opened[0]?.isShared).toBe(false);
    const lines = await eventually(
      () => log.lines,
      ({ length }) => length > 0,
    );
    expect(lines[0]?.detail).toMatchObject({ reason: expect.stringContaining('OOM') });
    await client.config('SET', 'maxmemory', '0');
    await shared(opened);
  });

  it('begin with an instance alone when Redis is away at its start', async () => {
    await redis.kill();
    const one = await instance({ longestMs: PATIENT_MS });
    expect(one.isShared).toBe(false);
    expect(one.take('requests', 'a')).toMatchObject({ allowed: true, remaining: QUOTA - 1 });
    expect(words()).toEqual([ALONE]);
    await redis.start();
    await shared([one]);
    expect(await one.take('requests', 'a')).toMatchObject({ remaining: QUOTA - 2 });
  });
});
