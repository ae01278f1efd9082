import { jest } from '@jest/globals';
import { validate, version } from 'uuid';
import { UuidV7Ids } from '../../../adapters/uuid-v7-ids.js';

afterEach(() => jest.useRealTimers());

it('ids are of version 7, contain their time, and each is greater than the one before', () => {
  const ids = new UuidV7Ids();
  const before = Date.now();
  const made = Array.from({ length: 50_000 }, () => ids.next());
  const after = Date.now();
  expect(made.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(made.slice(1).every((id, index) => id > made[index]!)).toBe(true);
  for (const id of [made[0]!, made.at(-1)!]) {
    const time = parseInt(id.replaceAll('-', '').slice(0, 12), 16);
    expect(time >= before && time <= after + 1).toBe(true);
  }
});

it('ids grow even if the clock is set back, and two processes make different ones in the same millisecond', () => {
  jest.useFakeTimers({ now: 1_800_000_000_000 });
  const [one, other] = [new UuidV7Ids(), new UuidV7Ids()];
  const first = one.next();
  jest.setSystemTime(1_700_000_000_000);
  const second = one.next();
  expect(second > first).toBe(true);
  expect(other.next().slice(0, 13)).not.toBe(second.slice(0, 13));
  jest.setSystemTime(1_800_000_000_000);
  const sameTime = Array.from({ length: 1000 }, () => other.next());
  expect(new Set([...sameTime, first, second]).size).toBe(1002);
});
