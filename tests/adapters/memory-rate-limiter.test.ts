import { jest } from '@jest/globals';
import { MemoryRateLimiter } from '../../adapters/limits/memory-rate-limiter.js';
import { usedMemory } from '../support/used-memory.js';

const limiter = (requests: number): MemoryRateLimiter =>
  new MemoryRateLimiter({ requests, read_budget: 1, write_budget: 1, failed_authentications: 1 });

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
  jest.useRealTimers();
});

it('a window of 60 s opens with the first request, and the next one after its end', async () => {
  const limits = limiter(2);
  expect(await limits.take('requests', 'a')).toEqual({ allowed: true, quota: 2, remaining: 1, resetSeconds: 60 });
  jest.advanceTimersByTime(59_000);
  expect(await limits.take('requests', 'a')).toEqual({ allowed: true, quota: 2, remaining: 0, resetSeconds: 1 });
  expect((await limits.take('requests', 'a')).allowed).toBe(false);
  jest.advanceTimersByTime(1000);
  expect(await limits.take('requests', 'a')).toEqual({ allowed: true, quota: 2, remaining: 1, resetSeconds: 60 });
});

it('a refused request is not counted, and does not extend the window', async () => {
  const limits = limiter(1);
  await limits.take('requests', 'a');
  for (let sent = 0; sent < 10; sent += 1) {
    jest.advanceTimersByTime(5900);
    expect(await limits.take('requests', 'a')).toMatchObject({ allowed: false, remaining: 0 });
  }
  jest.advanceTimersByTime(1000);
  expect(await limits.take('requests', 'a')).toMatchObject({ allowed: true, resetSeconds: 60 });
});

it('a request that another gate refused can be returned to the quota', async () => {
  const limits = limiter(1);
  await limits.take('requests', 'a');
  expect(await limits.giveBack('requests', 'a')).toMatchObject({ allowed: true, remaining: 1 });
  expect((await limits.take('requests', 'a')).allowed).toBe(true);
  expect((await limits.take('requests', 'a')).allowed).toBe(false);
});

it('each limit and each caller are counted separately', async () => {
  const limits = limiter(1);
  await limits.take('requests', 'a');
  expect((await limits.take('requests', 'b')).allowed).toBe(true);
  expect((await limits.take('read_budget', 'a')).allowed).toBe(true);
  expect((await limits.take('write_budget', 'a')).allowed).toBe(true);
});

it('a quota of 0 switches the limit off', async () => {
  const limits = limiter(0);
  for (let sent = 0; sent < 200; sent += 1) expect(await limits.take('requests', 'a')).toMatchObject({ allowed: true, quota: 0 });
  expect(await limits.giveBack('requests', 'a')).toMatchObject({ quota: 0 });
});

it('the limiter stores a limited number of failing addresses, and drops the one that was silent longest', async () => {
  const limits = limiter(1);
  await limits.take('failed_authentications', 'forgotten');
  const before = usedMemory();
  for (let sent = 0; sent < 100_000; sent += 1) {
    await limits.take('failed_authentications', `2001:db8:${(sent >> 16).toString(16)}:${(sent & 0xffff).toString(16)}::/64`);
    if (sent % 10_000 === 0) expect(await limits.take('failed_authentications', 'busy')).toMatchObject({ allowed: sent === 0 });
  }
  expect(usedMemory() - before).toBeLessThan(12e6);
  expect(await limits.isUsedUp('failed_authentications', 'busy')).toBe(true);
  expect(await limits.isUsedUp('failed_authentications', 'forgotten')).toBe(false);
});

it('the limiter knows which addresses were refused before', async () => {
  const limits = limiter(1);
  for (const limit of ['requests', 'failed_authentications'] as const) {
    const taken = [await limits.take(limit, 'a'), await limits.take(limit, 'a'), await limits.take(limit, 'a')];
    expect(taken.map(({ allowed, refusedBefore }) => [allowed, refusedBefore])).toEqual([
      [true, undefined],
      [false, undefined],
      [false, true],
    ]);
  }
  jest.advanceTimersByTime(60_000);
  expect(await limits.isUsedUp('failed_authentications', 'a')).toBe(false);
});
