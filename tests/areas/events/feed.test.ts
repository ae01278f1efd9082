import { followEvents } from '../../support/follow-events.js';
import { OpenApiChecker } from '../../support/openapi-checker.js';
import { eventCatalogue, registry } from '../../support/registry.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

const NO_ID = '018f0000-0000-7000-8000-000000000000';

interface FeedEvent {
  readonly number: number;
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}
interface Page {
  readonly data: readonly FeedEvent[];
  readonly meta: { readonly next_after: number };
}

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

async function lead(of: TestShop = shop): Promise<string> {
  return (await of.full.post('/leads', { name: 'Dana Whitfield' })).body.data.id as string;
}

async function page(query = '', of: TestShop = shop): Promise<Page> {
  const { status, body } = await of.read.get(`/events${query}`);
  expect(status).toBe(200);
  return body as Page;
}

async function refusal(query: string): Promise<string> {
  const { status, body } = await shop.read.get(`/events?${query}`);
  expect([status, body.error.code]).toEqual([422, 'validation_error']);
  return body.error.message as string;
}

const idsIn = ({ data }: Page): unknown[] => data.map((event) => event.data['id']);

describe('the feed', () => {
  it('has each change in the order of its number, as a delivery has it', async () => {
    const leads = [await lead(), await lead()];
    await shop.full.patch(`/leads/${leads[0]}`, { status: 'contacted' });
    await followEvents(service);
    const { data, meta } = await page();
    expect(data.map(({ type }) => type)).toEqual(['lead.created', 'lead.created', 'lead.status_changed']);
    expect(data.map(({ number }) => number)).toEqual(data.map(({ number }) => number).toSorted((one, other) => one - other));
    expect(meta).toEqual({ next_after: data[2]!.number });
    for (const event of data) OpenApiChecker.of(registry).checkEvent(event);
    expect(data[2]).toMatchObject({
      shop_id: shop.id,
      data: { id: leads[0], from: 'new' },
      cause: { operation: 'leads.update' },
    });
  });

  it('has no ping, whatever kind is asked for: a ping tells of no change', async () => {
    const { id } = (await shop.full.post('/webhooks', { url: 'https://hooks.example.com/shop' })).body.data;
    await shop.full.post(`/webhooks/${id}/test`, {});
    await lead();
    await followEvents(service);
    expect((await page()).data.map(({ type }) => type)).toEqual(['lead.created']);
    expect((await page('?type=ping')).data).toEqual([]);
  });

  it('is read page by page, and the position after an empty page stays', async () => {
    const leads = [await lead(), await lead(), await lead()];
    await followEvents(service);
    const first = await page('?limit=2');
    const second = await page(`?after=${first.meta.next_after}&limit=2`);
    expect([...idsIn(first), ...idsIn(second)]).toEqual(leads);
    expect(await page(`?after=${second.meta.next_after}`)).toEqual({ data: [], meta: second.meta });
  });

  it('of a shop without events is empty, and begins at 0', async () => {
    expect(await page()).toEqual({ data: [], meta: { next_after: 0 } });
    expect(await page('?after=0&limit=1')).toEqual({ data: [], meta: { next_after: 0 } });
  });

  it('has no event of another shop', async () => {
    const other = await service.shop();
    const theirs = await lead(other);
    const ours = await lead();
    await followEvents(service);
    expect([idsIn(await page()), idsIn(await page('', other))]).toEqual([[ours], [theirs]]);
    expect(idsIn(await page(`?record=${theirs}`))).toEqual([]);
  });

  it('has no event of an internal kind', async () => {
    await service.sql(
      `insert into outbox (shop_id, id, type, data, created_at) values ($1, gen_random_uuid(), 'vehicle.decode_missed', '{}', now())`,
      [shop.id],
    );
    await followEvents(service);
    const { data, meta } = await page();
    expect(data).toEqual([]);
    expect(meta.next_after).toBeGreaterThan(0);
    expect(await refusal('type=vehicle.decode_missed')).toContain('type: must be one of');
  });
});

describe('the filters of the feed', () => {
  it('select a kind, a record or both, and the position moves on past other events', async () => {
    const [one, other] = [await lead(), await lead()];
    await shop.full.patch(`/leads/${one}`, { status: 'won' });
    await shop.full.patch(`/leads/${other}`, { status: 'lost' });
    await followEvents(service);
    const all = await page();
    const moved = await page('?type=lead.status_changed');
    expect(idsIn(moved)).toEqual([one, other]);
    const ofOne = await page(`?record=${one}`);
    expect(ofOne.data.map(({ type }) => type)).toEqual(['lead.created', 'lead.status_changed']);
    expect(ofOne.meta).toEqual(all.meta);
    expect(idsIn(await page(`?record=${other.toUpperCase()}&type=lead.created`))).toEqual([other]);
    expect(idsIn(await page(`?record=${one}&type=task.created`))).toEqual([]);
  });

  it.each(['', 'not-an-id', NO_ID, '%00x'])('match nothing by the record %p', async (record) => {
    await lead();
    await followEvents(service);
    const answer = await shop.read.get(`/events?record=${record}`);
    expect(record === '%00x' ? answer.status : answer.body.data).toEqual(record === '%00x' ? 422 : []);
  });

  it('find the block of a customer’s number by the customer', async () => {
    const { body } = await shop.full.post('/customers', { name: 'Dana', phone: '+1 613 555 0142' });
    await shop.full.tool('comms.set_texting_block', { customer_id: body.data.id, blocked: true });
    await followEvents(service);
    const { data } = await page(`?record=${body.data.id}`);
    expect(data.map(({ type }) => type)).toEqual(['customer.created', 'customer.texting_blocked']);
  });
});

describe('a query that the feed refuses', () => {
  it.each([
    ['limit=0', 'limit: must be a whole number from 1 to 500'],
    ['limit=501', 'limit: must be a whole number from 1 to 500'],
    ['limit=10abc', 'limit: must be a whole number from 1 to 500'],
    ['wait=25.5', 'wait: must be a number from 0 to 25 with at most two decimals'],
    ['wait=-1', 'wait: must be a number from 0 to 25 with at most two decimals'],
    ['wait=soon', 'wait: must be a number from 0 to 25 with at most two decimals'],
    ['wait=', 'wait: must be a number from 0 to 25 with at most two decimals'],
    ['after=-1', 'after: must be a whole number from 0 to 999999999999999'],
    ['after=1.5', 'after: must be a whole number from 0 to 999999999999999'],
    ['after=9007199254740993', 'after: must be a whole number from 0 to 999999999999999'],
    ['after=last', 'after: must be a whole number from 0 to 999999999999999'],
    ['after=1&after=2', 'after: must be given once'],
    ['after=999999999999999', 'after: no event has this number yet: the newest position is 0'],
    ['type=', 'type: '],
    ['type=lead.sold', 'type: must be one of '],
  ])('%s', async (query, message) => {
    expect(await refusal(query)).toMatch(message);
  });

  it('of a position that is no longer kept names the oldest one that is', async () => {
    await lead();
    const kept = await lead();
    await followEvents(service);
    const [first] = (await page()).data;
    await service.sql('delete from outbox where shop_id = $1 and number = $2', [shop.id, first!.number]);
    await service.sql('insert into pruned_events values ($1, $2)', [shop.id, first!.number]);
    expect(await refusal('after=0')).toBe(
      `after: events after 0 are no longer kept: go on from ${first!.number}, the oldest position that is kept`,
    );
    expect(idsIn(await page(`?after=${first!.number}`))).toEqual([kept]);
    expect(idsIn(await page())).toEqual([kept]);
    await service.sql('delete from outbox where shop_id = $1', [shop.id]);
    expect(await page()).toEqual({ data: [], meta: { next_after: first!.number } });
  });
});

describe('GET /event-types', () => {
  it('has each kind once, with a schema that its sample fits', async () => {
    const { body } = await shop.read.get('/event-types');
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual(eventCatalogue.published.map(({ kind }) => kind));
    expect(body.meta).toEqual({ total: eventCatalogue.published.length });
    const checker = OpenApiChecker.of(registry);
    for (const { type, schema, sample } of body.data) {
      expect(sample.type).toBe(type);
      expect(JSON.stringify(schema)).not.toContain('$ref');
      checker.checkSchema(`the sample of ${type}`, schema, sample);
    }
  });
});

describe('an event whose transaction ends late', () => {
  it('is not in the feed before, and gets a number after those that a reader has seen', async () => {
    const late = await service.connections.pool.connect();
    try {
      await late.query('begin');
      await late.query(
        `insert into outbox (shop_id, id, type, data, created_at)
          values ($1, gen_random_uuid(), 'lead.created', '{"id": "late"}', now() - interval '1 minute')`,
        [shop.id],
      );
      const early = await lead();
      await followEvents(service);
      const seen = await page();
      expect(idsIn(seen)).toEqual([early]);
      await late.query('commit');
      expect((await page(`?after=${seen.meta.next_after}`)).data).toEqual([]);
      await followEvents(service);
      expect(idsIn(await page(`?after=${seen.meta.next_after}`))).toEqual(['late']);
    } finally {
      late.release();
      await service.sql(`delete from outbox where data->>'id' = 'late'`);
    }
  });
});
