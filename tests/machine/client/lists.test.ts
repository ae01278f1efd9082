import { randomBytes } from 'node:crypto';
import type { Lead, ShopOperations } from '../../../client/source/shop-operations.js';
import { aLead } from '../../support/builders/records.js';
import { followEvents } from '../../support/follow-events.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { clientOf, scripted } from './clients.js';
import { CuttingProxy } from './cutting-proxy.js';

let service: TestService;
let shop: TestShop;
let client: ShopOperations;
let ids: string[];

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  client = clientOf(shop.full);
  ids = [];
  for (let n = 0; n < 7; n += 1) {
    service.clock.pass(1000);
    ids.unshift((await aLead(shop.full, { name: `Lead ${n}` })).id);
  }
});
afterAll(() => service.stop());

const idOf = ({ id }: { readonly id: string }): string => id;

async function walked<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('a list of the client', () => {
  it('is walked over all its pages, each record once', async () => {
    expect((await walked(client.leads.list({ limit: 2 }))).map(idOf)).toEqual(ids);
  });

  it('is walked from its beginning each time', async () => {
    const list = client.leads.list({ limit: 5 });
    expect((await walked(list)).length).toBe(7);
    expect((await walked(list)).length).toBe(7);
  });

  it('asks for a page only when it is needed', async () => {
    const asked: string[] = [];
    const counting: typeof fetch = (url, init) => {
      asked.push(url as string); // safe: the client gives texts
      return fetch(url, init);
    };
    for await (const lead of clientOf(shop.full, { fetch: counting }).leads.list({ limit: 2 })) if (lead.id === ids[2]) break;
    expect(asked.length).toBe(2);
  });

  it('gives its first items, and no more than are wanted', async () => {
    const all = async (max: number): Promise<string[]> => (await client.leads.list({ limit: 2 }).all({ max })).map(idOf);
    expect([await all(0), await all(3), await all(99)]).toEqual([[], ids.slice(0, 3), ids]);
  });

  it('gives a page and the input of the next one, with the filters', async () => {
    const first = await client.leads.list({ status: 'new', limit: 4 }).page();
    expect(first).toMatchObject({ more: true, next: { status: 'new', limit: 4 } });
    // It may be stored.
    const next = JSON.parse(JSON.stringify(first.next)) as NonNullable<typeof first.next>;
    const last = await client.leads.list(next).page();
    expect(last).toMatchObject({ more: false, next: null });
    expect([...first.items, ...last.items].map(idOf)).toEqual(ids);
  });

  it('goes by offset where the service does', async () => {
    const page = await client.capability.leads.list({ limit: 3 }).page();
    expect(page).toMatchObject({ next: { limit: 3, offset: 3 }, more: true, meta: { total: 7 } });
    expect((await walked(client.capability.leads.list({ limit: 3 }))).map(idOf)).toEqual(ids);
    for (const title of ['One', 'Two', 'Three']) await client.tasks.create({ title });
    expect((await walked(client.tasks.list({ limit: 2 }))).length).toBe(3);
  });

  it('may have one page only', async () => {
    await client.staff.create({ name: 'Morgan Ellis', role: 'advisor' });
    expect(await walked(client.staff.list())).toMatchObject([{ name: 'Morgan Ellis' }]);
    expect(await walked(client.tasks.assignees())).toMatchObject([{ name: 'Morgan Ellis' }]);
  });

  it('of changes ends, and tells where to go on', async () => {
    const [newest] = await client.leads.list({ limit: 1 }).all({ max: 1 });
    const changes = await client.leads.list({ updated_since: '2000-01-01T00:00:00Z', limit: 100 }).page();
    expect(changes).toMatchObject({ more: false, next: { cursor: expect.any(String) } });
    expect(changes.items.map(idOf)).toEqual([...ids].reverse());
    service.clock.pass(1000);
    await client.leads.update({ id: String(newest?.id), status: 'won' });
    expect(await walked(client.leads.list(changes.next ?? {}))).toMatchObject([{ id: newest?.id, status: 'won' }]);
  });

  it('finds by metadata and by several ids', async () => {
    const { id } = await client.leads.create({ name: 'Dana', metadata: { plan: 'gold & blue' } });
    expect((await walked(client.leads.list({ metadata: { plan: 'gold & blue' } }))).map(idOf)).toEqual([id]);
    const wanted = [ids[0], id].join(',');
    expect((await walked(client.leads.list({ ids: wanted }))).map(idOf)).toEqual([id, ids[0]]);
  });

  it('is the feed of events up to now', async () => {
    await followEvents(service);
    const events = await walked(client.events.list({ type: 'lead.created', limit: 3 }));
    expect(events.slice(0, 7).map(({ data }) => idOf(data as Lead))).toEqual([...ids].reverse());
    expect(events.map(({ number }) => number)).toEqual(events.map(({ number }) => number).sort((one, other) => one - other));
  });
});

describe('an export of the client', () => {
  it('gives all records, and the place in the feed', async () => {
    await followEvents(service);
    const exported = await client.exports.read({ kind: 'leads' });
    const newest = await client.events.list({ after: 'latest' }).page();
    expect([exported.position, exported.token]).toEqual([newest.meta['next_after'], expect.stringMatching(/./)]);
    expect((await walked(exported)).length).toBeGreaterThanOrEqual(7);
  });

  it('goes on after a record with its token', async () => {
    const first = await client.exports.read({ kind: 'leads' });
    const records = await walked(first);
    const after = String(records[2]?.id);
    const rest = await client.exports.read({ kind: 'leads', after, token: first.token });
    expect([rest.position, await walked(rest)]).toEqual([first.position, records.slice(3)]);
  });

  it('goes on by itself after each cut of its connection, with each record once', async () => {
    const other = await service.shop();
    // The names cannot be compressed, so that the cuts are among the records.
    for (let n = 0; n < 60; n += 1) await aLead(other.full, { name: randomBytes(90).toString('base64') });
    const all = await walked(await clientOf(other.full).exports.read({ kind: 'leads' }));
    let connections = 0;
    const proxy = await CuttingProxy.before(service.url, () => ((connections += 1) <= 3 ? 3000 : Infinity));
    try {
      const exported = await clientOf(other.full, { baseUrl: proxy.url }).exports.read({ kind: 'leads' });
      expect(await walked(exported)).toEqual(all);
    } finally {
      await proxy.close();
    }
    expect([all.length, proxy.cuts]).toEqual([60, 3]);
  });

  it('fails when cuts without a record between them are too many', async () => {
    const line = '{"id":"one"}\n';
    const cut = (): Response => new Response(new ReadableStream({ pull: (sent) => sent.error(new Error('cut')) }));
    const { fetch: answered, sent } = scripted(new Response(line), cut());
    const broken = await clientOf(shop.full, { fetch: answered, maxRetries: 0 }).exports.read({ kind: 'leads' });
    expect(await walked(broken)).toEqual([{ id: 'one' }]);
    const never = await clientOf(shop.full, { fetch: answered, maxRetries: 2 }).exports.read({ kind: 'leads' });
    await expect(walked(never)).rejects.toMatchObject({ code: 'network_error' });
    expect(sent).toHaveLength(4);
  });
});
