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

it('opens a window of 60 s with the first request, and the next when it has passed', async () => {
  const limits = limiter(2);
  expect(await limits.take('requests', 'a')).toEqual({ allowed: true, quota: 2, remaining: 1, resetSeconds: 60 });
  jest.advanceTimersByTime(59_000);
  expect(await limits.take('requests', 'a')).toEqual({ allowed: true, quota: 2, remaining: 0, resetSeconds: 1 });
  expect((await limits.take('requests', 'a')).allowed).toBe(false);
  jest.advanceTimersByTime(1000);
  expect(await limits.take('requests', 'a')).toEqual({ allowed: true, quota: 2, remaining: 1, resetSeconds: 60 });
});

it('counts nothing that it refuses, and puts nothing off by it', async () => {
  const limits = limiter(1);
  await limits.take('requests', 'a');
  for (let sent = 0; sent < 10; sent += 1) {
    jest.advanceTimersByTime(5900);
    expect(await limits.take('requests', 'a')).toMatchObject({ allowed: false, remaining: 0 });
  }
  jest.advanceTimersByTime(1000);
  expect(await limits.take('requests', 'a')).toMatchObject({ allowed: true, resetSeconds: 60 });
});

it('gives back one that was refused elsewhere', async () => {
  const limits = limiter(1);
  await limits.take('requests', 'a');
  expect(await limits.giveBack('requests', 'a')).toMatchObject({ allowed: true, remaining: 1 });
  expect((await limits.take('requests', 'a')).allowed).toBe(true);
  expect((await limits.take('requests', 'a')).allowed).toBe(false);
});

it('counts each limit and each caller apart', async () => {
  const limits = limiter(1);
  await limits.take('requests', 'a');
  expect((await limits.take('requests', 'b')).allowed).toBe(true);
  expect((await limits.take('read_budget', 'a')).allowed).toBe(true);
  expect((await limits.take('write_budget', 'a')).allowed).toBe(true);
});

it('is switched off by a quota of 0', async () => {
  const limits = limiter(0);
  for (let sent = 0; sent < 200; sent += 1) expect(await limits.take('requests', 'a')).toMatchObject({ allowed: true, quota: 0 });
  expect(await limits.giveBack('requests', 'a')).toMatchObject({ quota: 0 });
});

it('knows a limited number of addresses, however many fail, and forgets the longest silent one', async () => {
  const limits = limiter(1);
  await limits.take('failed_authentications', 'forgotten');
  const before = usedMemory();
  for (let sent = 0; sent < 200_000; sent += 1) {
    await limits.take('failed_authentications', `2001:db8:${(sent >> 16).toString(16)}:${(sent & 0xffff).toString(16)}::/64`);
    if (sent % 10_000 === 0) expect(await limits.take('failed_authentications', 'busy')).toMatchObject({ allowed: sent === 0 });
  }
  expect(usedMemory() - before).toBeLessThan(50e6);
  expect(await limits.isUsedUp('failed_authentications', 'busy')).toBe(true);
  expect(await limits.isUsedUp('failed_authentications', 'forgotten')).toBe(false);
});

it('says who was refused before', async () => {
  const limits = limiter(1);
  for (const limit of ['requests', 'failed_authentications'] as const) {
    const taken = [await limits.take(limit, 'a'), await limits.take(limit, 'a'), await limits.take(limit, 'a')];
    expect(taken.map(({ allowed, refusedBefore }) => [allowed, refusedBefore])).toEqual([[true, undefined], [false, undefined], [false, true]]);
  }
  jest.advanceTimersByTime(60_000);
  expect(await limits.isUsedUp('failed_authentications', 'a')).toBe(false);
});
