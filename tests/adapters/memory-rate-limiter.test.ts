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

it('a window of 60 s opens with the first request, and the next one after its end', () => {
  const limits = limiter(2);
  expect(limits.take('requests', 'a')).toEqual({ allowed: true, quota: 2, remaining: 1, resetSeconds: 60 });
  jest.advanceTimersByTime(59_000);
  expect(limits.take('requests', 'a')).toEqual({ allowed: true, quota: 2, remaining: 0, resetSeconds: 1 });
  expect(limits.take('requests', 'a').allowed).toBe(false);
  jest.advanceTimersByTime(1000);
  expect(limits.take('requests', 'a')).toEqual({ allowed: true, quota: 2, remaining: 1, resetSeconds: 60 });
});

it('a refused request is not counted, and does not extend the window', () => {
  const limits = limiter(1);
  limits.take('requests', 'a');
  for (let sent = 0; sent < 10; sent += 1) {
    jest.advanceTimersByTime(5900);
    expect(limits.take('requests', 'a')).toMatchObject({ allowed: false, remaining: 0 });
  }
  jest.advanceTimersByTime(1000);
  expect(limits.take('requests', 'a')).toMatchObject({ allowed: true, resetSeconds: 60 });
});

it('a request that another gate refused can be returned to the quota', () => {
  const limits = limiter(1);
  limits.take('requests', 'a');
  expect(limits.giveBack('requests', 'a')).toMatchObject({ allowed: true, remaining: 1 });
  expect(limits.take('requests', 'a').allowed).toBe(true);
  expect(limits.take('requests', 'a').allowed).toBe(false);
});

it('each limit and each caller are counted separately', () => {
  const limits = limiter(1);
  limits.take('requests', 'a');
  expect(limits.take('requests', 'b').allowed).toBe(true);
  expect(limits.take('read_budget', 'a').allowed).toBe(true);
  expect(limits.take('write_budget', 'a').allowed).toBe(true);
});

it('a quota of 0 switches the limit off', () => {
  const limits = limiter(0);
  for (let sent = 0; sent < 200; sent += 1) expect(limits.take('requests', 'a')).toMatchObject({ allowed: true, quota: 0 });
  expect(limits.giveBack('requests', 'a')).toMatchObject({ quota: 0 });
});

it('the limiter drops the counts of keys after the end of their windows', () => {
  const limits = limiter(1);
  const before = usedMemory();
  for (let minute = 0; minute < 5; minute += 1) {
    for (let sent = 0; sent < 20_000; sent += 1) limits.take('requests', `key ${minute} ${sent}`);
    jest.advanceTimersByTime(60_000);
  }
  limits.take('requests', 'one more key');
  expect(usedMemory() - before).toBeLessThan(1e6);
});

it('the limiter stores a limited number of failing addresses, and drops the one that was silent longest', () => {
  const limits = limiter(1);
  limits.take('failed_authentications', 'forgotten');
  const before = usedMemory();
  for (let sent = 0; sent < 100_000; sent += 1) {
    limits.take('failed_authentications', `2001:db8:${(sent >> 16).toString(16)}:${(sent & 0xffff).toString(16)}::/64`);
    if (sent % 10_000 === 0) expect(limits.take('failed_authentications', 'busy')).toMatchObject({ allowed: sent === 0 });
  }
  expect(usedMemory() - before).toBeLessThan(12e6);
  expect(limits.isUsedUp('failed_authentications', 'busy')).toBe(true);
  expect(limits.isUsedUp('failed_authentications', 'forgotten')).toBe(false);
});

it('the limiter knows which addresses were refused before', () => {
  const limits = limiter(1);
  for (const limit of ['requests', 'failed_authentications'] as const) {
    const taken = [limits.take(limit, 'a'), limits.take(limit, 'a'), limits.take(limit, 'a')];
    expect(taken.map(({ allowed, refusedBefore }) => [allowed, refusedBefore])).toEqual([
      [true, undefined],
      [false, undefined],
      [false, true],
    ]);
  }
  jest.advanceTimersByTime(60_000);
  expect(limits.isUsedUp('failed_authentications', 'a')).toBe(false);
});
