import { aStoredJob } from '../../support/builders/a-job.js';
import { aCustomer } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

const NOW = '2026-03-02T15:00:00.000Z';
const DAY = 24 * 60 * 60 * 1000;

let service: TestService;
let shop: TestShop;
let dana: { readonly id: string };

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  service.clock.set(NOW);
  shop = await service.shop();
  dana = await aCustomer(shop.full);
});
afterAll(() => service.stop());

async function booked(...starts: readonly string[]): Promise<void> {
  for (const start of starts) await aStoredJob(service, shop, dana, { scheduledStart: at(start) });
}

async function page(query: string): Promise<{ starts: string[]; cursor: string | null }> {
  const { status, body } = await shop.read.get(`/appointments?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return {
    starts: body.data.map(({ starts_at }: { starts_at: string }) => starts_at.slice(0, 13)),
    cursor: body.meta.next_cursor,
  };
}

async function refused(api: TestShop['read'], path: string): Promise<void> {
  const { status, body } = await api.get(path);
  expect([path, status, body.error?.message]).toEqual([path, 422, 'cursor: is not a cursor of this list']);
}

describe('the pages of one list', () => {
  it('keep the time window of the first page, however late the next page is requested', async () => {
    await booked('2026-03-03T00:00:00Z', '2026-03-05T00:00:00Z', '2026-03-08T00:00:00Z', '2026-03-10T00:00:00Z');
    const first = await page('limit=1');
    expect(first.starts).toEqual(['2026-03-03T00']);
    service.clock.pass(6 * DAY);
    const second = await page(`limit=1&cursor=${first.cursor}`);
    expect(second.starts).toEqual(['2026-03-05T00']);
    service.clock.pass(30 * DAY);
    expect(await page(`limit=1&cursor=${second.cursor}`)).toEqual({ starts: ['2026-03-08T00'], cursor: null });
    expect((await page('limit=1')).starts).toEqual([]);
  });

  it('keep the time window also after its end has passed', async () => {
    await booked('2026-03-03T00:00:00Z', '2026-03-04T00:00:00Z', '2026-03-05T00:00:00Z');
    const { cursor } = await page('to=2026-03-05T00:00:00Z&limit=1');
    service.clock.pass(30 * DAY);
    expect(await page(`to=2026-03-05T00:00:00Z&cursor=${cursor}`)).toEqual({ starts: ['2026-03-04T00'], cursor: null });
    expect((await shop.read.get('/appointments?to=2026-03-05T00:00:00Z')).status).toBe(422);
  });

  it('begin with the jobs that were running before the window begins, and continue within it', async () => {
    const running = { scheduledEnd: at('2026-03-02T16:00:00Z') };
    for (const hour of ['11', '13', '12'])
      await aStoredJob(service, shop, dana, { scheduledStart: at(`2026-03-02T${hour}:00:00Z`), ...running });
    await booked('2026-03-02T15:00:00Z', '2026-03-02T17:00:00Z');
    const seen = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const one = await page(`limit=1&cursor=${cursor}`);
      seen.push(...one.starts);
      cursor = one.cursor;
    }
    expect(seen).toEqual(['11', '12', '13', '15', '17'].map((hour) => `2026-03-02T${hour}`));
  });
});

describe('a cursor', () => {
  it('is valid only for its shop, its list, its filter and its time window', async () => {
    await booked('2026-03-03T00:00:00Z', '2026-03-04T00:00:00Z', '2026-03-05T00:00:00Z');
    const { cursor } = await page('limit=1');
    await refused((await service.shop()).read, `/appointments?cursor=${cursor}`);
    for (const path of ['/jobs', '/leads', '/customers', '/vehicles']) await refused(shop.read, `${path}?cursor=${cursor}`);
    for (const filter of [
      'status=scheduled',
      `customer_id=${dana.id}`,
      'assignee_id=x',
      `from=${NOW}`,
      'to=2026-03-09T15:00:00Z',
      `from=${NOW}&to=2026-03-09T15:00:00Z`,
    ]) {
      await refused(shop.read, `/appointments?${filter}&cursor=${cursor}`);
    }
    const dated = (await page(`from=${NOW}&limit=1`)).cursor;
    await refused(shop.read, `/appointments?cursor=${dated}`);
    await refused(shop.read, `/appointments?from=2026-03-02T15:00:00.001Z&cursor=${dated}`);
  });

  it('accepts other spellings of the same instants, and any limit', async () => {
    await booked('2026-03-03T00:00:00Z', '2026-03-04T00:00:00Z', '2026-03-05T00:00:00Z');
    const { cursor } = await page('from=2026-03-02T15:00:00Z&to=2026-03-09T00:00:00-05:00&limit=1');
    for (const limit of ['', '1', '100', 'ten']) {
      const { starts } = await page(
        `to=2026-03-09T05:00:00.0009Z&from=2026-03-02T10:00:00-05:00&limit=${limit}&cursor=${cursor}`,
      );
      expect(starts[0]).toBe('2026-03-04T00');
    }
  });
});
