import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { CountedLimits } from '../../../adapters/limits/counted-limits.js';
import type { Allowance, Limit } from '../../../application/kernel/ports/ports.js';
import { usedMemory } from '../../support/used-memory.js';

const DAY_MS = 86_400_000;

const limiter = (requests: number): CountedLimits =>
  new CountedLimits({ requests, read_budget: 1, write_budget: 1, failed_authentications: 1, exports: 1 });

/** Takes a number of times at the same moment. */
const takes = (limits: CountedLimits, many: number, limit: Limit = 'requests'): Promise<Allowance[]> =>
  Promise.all(Array.from({ length: many }, () => limits.take(limit, 'a')));

const allowed = (allowances: readonly Allowance[]): number => allowances.filter((one) => one.allowed).length;

beforeEach(() => {
  jest.useFakeTimers({ now: 2 * DAY_MS });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a window', () => {
  it('of 60 s opens with the first request, and the next one after its end', async () => {
    const limits = limiter(2);
    expect(await limits.take('requests', 'a')).toEqual({ allowed: true, quota: 2, remaining: 1, resetSeconds: 60 });
    jest.advanceTimersByTime(59_000);
    expect(await limits.take('requests', 'a')).toEqual({ allowed: true, quota: 2, remaining: 0, resetSeconds: 1 });
    expect(await limits.take('requests', 'a')).toEqual({ allowed: false, quota: 2, remaining: 0, resetSeconds: 1 });
    jest.advanceTimersByTime(1000);
    expect(await limits.take('requests', 'a')).toEqual({ allowed: true, quota: 2, remaining: 1, resetSeconds: 60 });
  });

  it('allows exactly its quota to requests of the same moment', async () => {
    const limits = limiter(120);
    expect(allowed(await takes(limits, 500))).toBe(120);
    jest.advanceTimersByTime(30_000);
    expect(allowed(await takes(limits, 500))).toBe(0);
    jest.advanceTimersByTime(30_000);
    expect(allowed(await takes(limits, 500))).toBe(120);
  });

  it('ends after 60 s when the clock was a day ahead and is set back', async () => {
    const limits = limiter(2);
    expect(allowed(await takes(limits, 3))).toBe(2);
    jest.setSystemTime(Date.now() - DAY_MS);
    expect(await limits.take('requests', 'a')).toEqual({ allowed: false, quota: 2, remaining: 0, resetSeconds: 60 });
    jest.advanceTimersByTime(60_000);
    expect(await limits.take('requests', 'a')).toEqual({ allowed: true, quota: 2, remaining: 1, resetSeconds: 60 });
  });

  it('that began while the clock was a day ahead ends after 60 s, too', async () => {
    const limits = limiter(2);
    await takes(limits, 3);
    jest.setSystemTime(Date.now() + DAY_MS);
    await takes(limits, 3);
    jest.setSystemTime(Date.now() - DAY_MS);
    jest.advanceTimersByTime(60_000);
    expect(allowed(await takes(limits, 3))).toBe(2);
  });

  it('of failed authentications ends after 60 s when the clock is set back', async () => {
    const limits = limiter(1);
    await takes(limits, 2, 'failed_authentications');
    jest.setSystemTime(Date.now() - DAY_MS);
    expect(await limits.isUsedUp('failed_authentications', 'a')).toBe(true);
    jest.advanceTimersByTime(60_000);
    expect(await limits.isUsedUp('failed_authentications', 'a')).toBe(false);
    expect(await limits.take('failed_authentications', 'a')).toMatchObject({ allowed: true, resetSeconds: 60 });
  });
});

describe('a refused request', () => {
  it('is not counted, and does not extend the window', async () => {
    const limits = limiter(1);
    await limits.take('requests', 'a');
    for (let sent = 0; sent < 10; sent += 1) {
      jest.advanceTimersByTime(5900);
      expect(await limits.take('requests', 'a')).toMatchObject({ allowed: false, remaining: 0 });
    }
    expect(await limits.giveBack('requests', 'a')).toMatchObject({ remaining: 1 });
    jest.advanceTimersByTime(1000);
    expect(await limits.take('requests', 'a')).toMatchObject({ allowed: true, resetSeconds: 60 });
  });

  it('of another step can be given back', async () => {
    const limits = limiter(1);
    await limits.take('requests', 'a');
    expect(await limits.giveBack('requests', 'a')).toMatchObject({ allowed: true, remaining: 1 });
    expect(allowed(await takes(limits, 2))).toBe(1);
  });

  it('that is given back after the end of its window adds nothing to the next one', async () => {
    const limits = limiter(2);
    await limits.take('requests', 'a');
    jest.advanceTimersByTime(60_000);
    expect(await limits.giveBack('requests', 'a')).toMatchObject({ remaining: 2 });
    expect(allowed(await takes(limits, 5))).toBe(2);
  });

  it('of failed authentications tells whether one was refused before', async () => {
    const taken = await takes(limiter(1), 3, 'failed_authentications');
    expect(taken.map(({ refusedBefore }) => refusedBefore)).toEqual([undefined, undefined, true]);
  });
});

it('each limit and each caller are counted separately', async () => {
  const limits = limiter(1);
  await limits.take('requests', 'a');
  expect(await limits.take('requests', 'b')).toMatchObject({ allowed: true });
  expect(await limits.take('read_budget', 'a')).toMatchObject({ allowed: true });
  expect(await limits.take('write_budget', 'a')).toMatchObject({ allowed: true });
});

it('a quota of 0 switches the limit off', async () => {
  const limits = limiter(0);
  expect(allowed(await takes(limits, 200))).toBe(200);
  expect(await limits.giveBack('requests', 'a')).toMatchObject({ quota: 0 });
});

it('the limiter drops the counts of keys after the end of their windows', async () => {
  const limits = limiter(1);
  const before = usedMemory();
  for (let minute = 0; minute < 5; minute += 1) {
    for (let sent = 0; sent < 5000; sent += 1) await limits.take('requests', `key ${minute} ${sent}`);
    jest.advanceTimersByTime(60_000);
  }
  expect(usedMemory() - before).toBeLessThan(1e6);
});

/** Takes for 100,000 addresses, in a process of its own: in this one, other test files use memory, too. */
const MANY_ADDRESSES = `
  const { CountedLimits } = await import('${pathToFileURL('dist/adapters/limits/counted-limits.js').href}');
  const limits = new CountedLimits({ requests: 1, read_budget: 1, write_budget: 1, failed_authentications: 1, exports: 1 });
  const take = (address) => limits.take('failed_authentications', address);
  const used = () => (gc(), process.memoryUsage().heapUsed);
  await take('forgotten');
  const before = used();
  const busy = [];
  for (let sent = 0; sent < 100_000; sent += 1) {
    await take('2001:db8:' + (sent >> 16).toString(16) + ':' + (sent & 0xffff).toString(16) + '::/64');
    if (sent % 5000 === 0) busy.push((await take('busy')).allowed);
  }
  const isUsedUp = (address) => limits.isUsedUp('failed_authentications', address);
  const answer = { grown: used() - before, busy, isBusyUsedUp: await isUsedUp('busy'), isForgottenUsedUp: await isUsedUp('forgotten') };
  console.log(JSON.stringify(answer));`;

it('the limiter stores a limited number of failing addresses, and drops the one that was silent longest', async () => {
  jest.useRealTimers();
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--input-type=module', '-e', MANY_ADDRESSES]);
  const { grown, ...judged } = JSON.parse(stdout) as { grown: number };
  expect(grown).toBeLessThan(12e6);
  expect(judged).toEqual({
    busy: [true, ...Array.from({ length: 19 }, () => false)],
    isBusyUsedUp: true,
    isForgottenUsedUp: false,
  });
});
