import { Redis } from 'ioredis';
import { CountedLimits, SharedCounts } from '../../../adapters/limits/counted-limits.js';
import type { Allowance } from '../../../application/kernel/ports/ports.js';
import { eventually } from '../../support/eventually.js';
import { openRedis, type RunningRedis } from '../../support/redis.js';
import { TestLog } from '../../support/test-log.js';

const QUOTA = 120;
const QUOTAS = { requests: QUOTA, read_budget: 60, write_budget: 0, failed_authentications: 100, exports: 30 };
/** Patience for tests of counts: their calls come all at once, and the machine may be busy. */
const PATIENT_MS = 10_000;
const ALONE = 'limits are counted in own memory';
const SHARED = 'limits are shared again';

/** The limits of an instance, as the service has them. */
interface Instance {
  readonly limits: CountedLimits;
  readonly shared: SharedCounts;
}

let redis: RunningRedis;
let client: Redis;
let opened: Instance[];
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
  for (const { shared } of opened) await shared.close();
  client.disconnect();
});
afterAll(() => redis.close());

/** An instance with a connection of its own. */
async function instance({ url = redis.url, at = prefix, longestMs = 50 } = {}): Promise<Instance> {
  const limits = new CountedLimits(QUOTAS);
  const shared = await SharedCounts.open({ url, prefix: at, longestMs });
  shared.watch(log);
  limits.share(shared);
  const made = { limits, shared };
  opened.push(made);
  return made;
}

/** Several instances. When this ends, all of them share their limits. */
async function instances(many: number, longestMs = PATIENT_MS): Promise<CountedLimits[]> {
  const all = await Promise.all(Array.from({ length: many }, () => instance({ longestMs })));
  await sharing(all);
  log.lines.length = 0;
  return all.map(({ limits }) => limits);
}

async function sharing(all: readonly Instance[], wanted = true): Promise<void> {
  for (const { shared } of all)
    expect(
      await eventually(
        () => shared.trouble === null,
        (is) => is === wanted,
      ),
    ).toBe(wanted);
}

async function takes(all: readonly CountedLimits[], many: number, who: string): Promise<Allowance[]> {
  const asked = Array.from({ length: many }, async (_, nth) => all[nth % all.length]?.take('requests', who));
  return (await Promise.all(asked)).filter((allowance) => allowance !== undefined);
}

const allowed = (allowances: readonly Allowance[]): number => allowances.filter((one) => one.allowed).length;
const words = (): string[] => log.lines.map(({ message }) => message);

/** Stops the process of Redis, which keeps its connections and its counts but answers nothing. */
const stopRedis = (): boolean => process.kill(redis.pid(), 'SIGSTOP');
const resumeRedis = (): boolean => process.kill(redis.pid(), 'SIGCONT');

describe('limits in Redis', () => {
  it('are exact on one instance, also for calls of the same moment', async () => {
    const one = await instances(1);
    const [first] = await takes(one, 1, 'a');
    expect(first).toEqual({ allowed: true, quota: QUOTA, remaining: QUOTA - 1, resetSeconds: 60 });
    const rest = await takes(one, 2 * QUOTA, 'a');
    expect(allowed(rest)).toBe(QUOTA - 1);
    expect(rest.at(QUOTA - 2)).toMatchObject({ allowed: true, remaining: 0 });
    expect(rest.at(-1)).toMatchObject({ allowed: false, quota: QUOTA, remaining: 0 });
  });

  it('are exact over four instances that take at once', async () => {
    const four = await instances(4);
    expect(allowed(await takes(four, 5 * QUOTA, 'a'))).toBe(QUOTA);
    expect(allowed(await takes(four, 40, 'b'))).toBe(40);
  });

  it('count neither refused calls nor those that were given back', async () => {
    const four = await instances(4);
    await takes(four, QUOTA, 'a');
    expect(allowed(await takes(four, QUOTA, 'a'))).toBe(0);
    for (const limits of four) await limits.giveBack('requests', 'a');
    expect(allowed(await takes(four, QUOTA, 'a'))).toBe(4);
  });

  it('end when the window ends in Redis, whatever the clock of the instance says', async () => {
    const [one, other] = await instances(2);
    await one?.take('requests', 'a');
    const [key] = await client.keys(`${prefix}:requests:*`);
    await client.pexpire(key ?? '', 10_000);
    expect(await other?.take('requests', 'a')).toMatchObject({ remaining: QUOTA - 2, resetSeconds: 10 });
    await client.del(key ?? '');
    expect(await one?.take('requests', 'a')).toMatchObject({ remaining: QUOTA - 1, resetSeconds: 60 });
  });

  it('of quota 0 are off, and ask nothing of Redis', async () => {
    const [one] = await instances(1);
    expect(await one?.take('write_budget', 'a')).toMatchObject({ allowed: true, quota: 0 });
    expect(await client.keys(`${prefix}:write_budget:*`)).toEqual([]);
  });

  it('of failed authentications are known to all instances', async () => {
    const [one, other] = await instances(2);
    for (let nth = 0; nth < 99; nth += 1) await one?.take('failed_authentications', '2001:db8::/64');
    expect(await other?.isUsedUp('failed_authentications', '2001:db8::/64')).toBe(false);
    expect(await one?.take('failed_authentications', '2001:db8::/64')).toMatchObject({ allowed: true, remaining: 0 });
    expect(await other?.isUsedUp('failed_authentications', '2001:db8::/64')).toBe(true);
    expect(await other?.take('failed_authentications', '2001:db8::/64')).toMatchObject({ allowed: false });
  });

  it('have a key for each limit and caller, which expires and holds only a count', async () => {
    const [one] = await instances(1);
    await one?.take('requests', 'the-id');
    expect(await client.get(`${prefix}:requests:the-id`)).toBe('1');
    for (const key of await client.keys(`${prefix}:requests:*`)) expect(await client.ttl(key)).toBeGreaterThan(0);
  });

  it('of another prefix or another database of Redis are others', async () => {
    const one = await instance({ longestMs: PATIENT_MS });
    const others = [
      await instance({ at: `${prefix}-other`, longestMs: PATIENT_MS }),
      await instance({ url: `${redis.url}/3`, longestMs: PATIENT_MS }),
    ];
    await sharing([one, ...others]);
    expect(allowed(await takes([one.limits], QUOTA, 'a'))).toBe(QUOTA);
    for (const { limits } of others) expect(await limits.take('requests', 'a')).toMatchObject({ remaining: QUOTA - 1 });
  });
});

describe('limits while Redis is away', () => {
  it('are those of each instance, which asks nobody, and are shared again by themselves', async () => {
    const two = await instances(2);
    await takes(two, QUOTA, 'a');
    await redis.kill();
    await sharing(opened, false);
    expect(allowed(await takes(two.slice(0, 1), 2 * QUOTA, 'a'))).toBe(QUOTA);
    expect(await two[0]?.giveBack('requests', 'a')).toMatchObject({ remaining: 1 });
    expect(allowed(await takes(two.slice(1), 2 * QUOTA, 'a'))).toBe(QUOTA);
    expect(words()).toEqual([ALONE, ALONE]);
    await redis.start();
    await sharing(opened);
    expect(words()).toEqual([ALONE, ALONE, SHARED, SHARED]);
    expect(allowed(await takes(two, 2 * QUOTA, 'a'))).toBe(QUOTA);
  });

  it('are waited for no longer than the longest wait when Redis hangs, and not at all after that', async () => {
    const one = await instances(1, 50);
    stopRedis();
    // Each call would wait for as long as Redis hangs if it waited for an answer.
    expect(allowed(await takes(one, 2 * QUOTA, 'a'))).toBe(QUOTA);
    await sharing(opened, false);
    expect(words()).toEqual([ALONE]);
    expect(allowed(await takes(one, 2 * QUOTA, 'b'))).toBe(QUOTA);
    resumeRedis();
    await sharing(opened);
    expect(words()).toEqual([ALONE, SHARED]);
  });

  it('are those of an instance whose Redis refuses to write, and the log says why once', async () => {
    const one = await instances(1);
    await client.config('SET', 'maxmemory', '1');
    await sharing(opened, false);
    expect(allowed(await takes(one, 2 * QUOTA, 'a'))).toBe(QUOTA);
    expect(log.lines).toEqual([{ level: 'warn', message: ALONE, detail: { reason: expect.stringContaining('OOM') } }]);
    await client.config('SET', 'maxmemory', '0');
    await sharing(opened);
  });

  it('begin with an instance alone when Redis is away at its start', async () => {
    await redis.kill();
    const one = await instance({ longestMs: PATIENT_MS });
    expect(one.shared.trouble).toContain('ECONNREFUSED');
    expect(allowed(await takes([one.limits], 2 * QUOTA, 'a'))).toBe(QUOTA);
    expect(log.lines).toEqual([{ level: 'warn', message: ALONE, detail: { reason: expect.stringContaining('ECONNREFUSED') } }]);
    await redis.start();
    await sharing([one]);
    expect(allowed(await takes([one.limits], 2 * QUOTA, 'a'))).toBe(QUOTA);
  });
});
