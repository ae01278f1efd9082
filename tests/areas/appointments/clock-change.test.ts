import type { Job } from '../../../domain/jobs/job.js';
import { aStoredJob } from '../../support/builders/a-job.js';
import { aCustomer } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
let shop: TestShop;
let dana: { readonly id: string };

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop({ timezone: 'America/Toronto' });
  dana = await aCustomer(shop.full);
});
afterAll(() => service.stop());

function booked(start: string, end: string | null = null): Promise<Job> {
  return aStoredJob(service, shop, dana, { scheduledStart: at(start), scheduledEnd: end === null ? null : at(end) });
}

async function between(from: string, to: string): Promise<string[]> {
  const { status, body } = await shop.read.get(`/appointments?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`);
  expect(status).toBe(200);
  return body.data.map(({ starts_at }: { starts_at: string }) => starts_at) as string[];
}

describe('a day of the shop', () => {
  it('has 23 hours when clocks go forward', async () => {
    await booked('2026-03-07T22:00:00-05:00', '2026-03-08T00:00:00-05:00');
    await booked('2026-03-07T23:00:00-05:00', '2026-03-08T00:00:00.001-05:00');
    await booked('2026-03-08T00:00:00-05:00');
    await booked('2026-03-08T01:59:00-05:00', '2026-03-08T03:01:00-04:00');
    await booked('2026-03-08T03:00:00-04:00');
    await booked('2026-03-08T23:59:59.999-04:00');
    await booked('2026-03-09T00:00:00-04:00', '2026-03-09T08:00:00-04:00');
    expect(await between('2026-03-08T00:00:00-05:00', '2026-03-09T00:00:00-04:00')).toEqual([
      '2026-03-08T04:00:00.000Z',
      '2026-03-08T05:00:00.000Z',
      '2026-03-08T06:59:00.000Z',
      '2026-03-08T07:00:00.000Z',
      '2026-03-09T03:59:59.999Z',
    ]);
    // The clocks jump from 02:00 to 03:00, so the job from 01:59 to 03:01 lasts two minutes.
    expect(await between('2026-03-08T03:00:30-04:00', '2026-03-08T04:00:00-04:00')).toEqual(['2026-03-08T06:59:00.000Z']);
    expect(await between('2026-03-08T03:01:00-04:00', '2026-03-08T04:00:00-04:00')).toEqual([]);
  });

  it('has 25 hours when clocks go back, and half past one twice', async () => {
    await booked('2026-10-31T20:00:00-04:00', '2026-11-01T00:00:00-04:00');
    await booked('2026-11-01T00:00:00-04:00');
    await booked('2026-11-01T01:30:00-05:00');
    await booked('2026-11-01T01:30:00-04:00', '2026-11-01T01:30:00-05:00');
    await booked('2026-11-01T23:59:59.999-05:00');
    await booked('2026-11-02T00:00:00-05:00');
    expect(await between('2026-11-01T00:00:00-04:00', '2026-11-02T00:00:00-05:00')).toEqual([
      '2026-11-01T04:00:00.000Z',
      '2026-11-01T05:30:00.000Z',
      '2026-11-01T06:30:00.000Z',
      '2026-11-02T04:59:59.999Z',
    ]);
    expect(await between('2026-11-01T01:59:00-04:00', '2026-11-01T01:01:00-05:00')).toEqual(['2026-11-01T05:30:00.000Z']);
    expect(await between('2026-11-01T01:30:00-05:00', '2026-11-01T02:00:00-05:00')).toEqual(['2026-11-01T06:30:00.000Z']);
  });

  it('ends where the next day begins: every job starts within one of the days', async () => {
    const starts = Array.from({ length: 30 }, (_, index) =>
      new Date(Date.UTC(2026, 2, 7, 20) + index * 105 * 60_000).toISOString(),
    );
    for (const start of starts) await booked(start);
    const borders = [
      '2026-03-07T00:00:00-05:00',
      '2026-03-08T00:00:00-05:00',
      '2026-03-09T00:00:00-04:00',
      '2026-03-10T00:00:00-04:00',
    ];
    const days = [];
    for (let day = 0; day < 3; day += 1) days.push(await between(borders[day] ?? '', borders[day + 1] ?? ''));
    expect(days.flat()).toEqual(starts);
    expect(days.map(({ length }) => length)).toEqual([6, 13, 11]);
  });
});

it('the list accepts a quarter of a year that is an hour longer than 92 days', async () => {
  await booked('2026-12-31T23:59:59-05:00');
  expect(await between('2026-10-01T00:00:00-04:00', '2027-01-01T00:00:00-05:00')).toEqual(['2027-01-01T04:59:59.000Z']);
  const inUtc = await service.shop({ timezone: 'UTC' });
  expect((await inUtc.read.get('/appointments?from=2026-10-01T00:00:00-04:00&to=2027-01-01T00:00:00-05:00')).status).toBe(422);
});
