import pg from 'pg';
import type { Answer } from '../../../support/api.js';
import { aLead } from '../../../support/builders/records.js';
import { ChangeReader } from '../../../support/follow-changes.js';
import { importRows } from '../../../support/importing.js';
import { sharedTestService, type TestService, type TestShop } from '../../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

const reader = (query: Readonly<Record<string, string>> = {}): ChangeReader =>
  new ChangeReader(service, shop.read, '/leads', query);
const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

const byId = (one: Answer['body'], other: Answer['body']): number => (one.id < other.id ? -1 : 1);

/** Changes a lead in a transaction that stays open. @returns the commit */
async function openChange(id: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(`update leads set source = 'fair', updated_at = default where shop_id = $1 and id = $2`, [shop.id, id]);
  return async () => {
    await client.query('commit');
    await client.end();
  };
}

it('leads are told in the order of their changes, each once, and a changed one again', async () => {
  const leads = [await aLead(shop.full), await aLead(shop.full), await aLead(shop.full)];
  const changes = reader({ limit: '2' });
  const rows = await changes.news();
  expect(rows).toEqual(leads);
  expect(await changes.news()).toEqual([]);
  const { body } = await shop.full.patch(`/leads/${leads[0].id}`, { status: 'contacted' });
  expect(await changes.news()).toEqual([body.data]);
  expect(body.data.updated_at > rows[2].updated_at).toBe(true);
  expect((await shop.read.get(`/leads/${leads[0].id}`)).body.data).toEqual(body.data);
});

it('a page tells if the next one has rows now, and its cursor is never null', async () => {
  expect((await reader().page()).meta).toEqual({ next_cursor: expect.any(String), more: false });
  await aLead(shop.full);
  await aLead(shop.full);
  const changes = reader({ limit: '1' });
  await service.sql('select pg_sleep(0.002)');
  expect((await changes.page()).meta.more).toBe(true);
  expect((await changes.page()).meta).toEqual({ next_cursor: expect.any(String), more: false });
});

it('a change that is committed late is told to a reader who went on meanwhile', async () => {
  const [early, late] = [await aLead(shop.full), await aLead(shop.full)];
  const changes = reader();
  expect(idsOf(await changes.news())).toEqual([early.id, late.id]);
  const commit = await openChange(late.id);
  await shop.full.patch(`/leads/${early.id}`, { status: 'won' });
  expect(await changes.news()).toEqual([]);
  await commit();
  expect(idsOf(await changes.news())).toEqual([late.id, early.id]);
});

it('a reader beside many writers ends with what the list has', async () => {
  const leads = await Promise.all(Array.from({ length: 16 }, () => aLead(shop.full)));
  const copy = new Map<string, unknown>();
  const changes = reader({ limit: '5' });
  const read = async (): Promise<void> => {
    for (const lead of await changes.news()) copy.set(lead.id, lead);
  };
  const write = async ({ id }: { readonly id: string }): Promise<void> => {
    for (const status of ['contacted', 'qualified', 'quoted', 'won']) await shop.full.patch(`/leads/${id}`, { status });
  };
  const ended = new AbortController();
  const written = Promise.all(leads.map(write)).finally(() => ended.abort());
  while (!ended.signal.aborted) await read();
  await written;
  await read();
  const { body } = await shop.read.get('/leads?limit=100');
  expect([...copy.values()].toSorted(byId)).toEqual(body.data.toSorted(byId));
});

it('what is read, and what is locked to be read, holds no page up', async () => {
  const lead = await aLead(shop.full);
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select from leads where shop_id = $1 and id = $2 for update', [shop.id, lead.id]);
  expect(idsOf(await reader().news())).toEqual([lead.id]);
  await client.end();
});

it('imported leads are told when they land', async () => {
  const before = await aLead(shop.full);
  const changes = reader();
  expect(await changes.news()).toHaveLength(1);
  const seen: string[][] = [];
  const beforeCommit = async (): Promise<void> => {
    seen.push(idsOf(await changes.news()));
  };
  await importRows(service, shop, 'leads', [{ external_id: '7', name: 'Morgan Reyes' }], { beforeCommit });
  await importRows(service, shop, 'leads', [{ id: before.id, source: 'fair' }]);
  expect(seen).toEqual([[]]);
  const rows = await changes.news();
  expect(rows.map(({ name }) => name)).toEqual(['Morgan Reyes', 'Dana Whitfield']);
  await importRows(service, shop, 'leads', [{ id: before.id, source: 'fair' }]);
  expect(await changes.news()).toEqual([]);
});

it('a deleted lead is a tombstone for 30 days', async () => {
  const [kept, gone, old] = [await aLead(shop.full), await aLead(shop.full), await aLead(shop.full)];
  await service.sql(`update leads set deleted_at = now() where id = any($1)`, [[gone.id, old.id]]);
  await service.sql(`update leads set updated_at = now() - interval '31 days' where id = $1`, [old.id]);
  expect(await reader().news()).toEqual([kept, { id: gone.id, deleted: true, updated_at: expect.any(String) }]);
});

it('only the leads that match the filters beside it are told', async () => {
  await aLead(shop.full);
  const won = await aLead(shop.full);
  const changes = reader({ status: 'won' });
  expect(await changes.news()).toEqual([]);
  await shop.full.patch(`/leads/${won.id}`, { status: 'won' });
  expect(idsOf(await changes.news())).toEqual([won.id]);
});

it('a page without a match leads on to its end, so that the next one does not look at the same leads', async () => {
  const lead = await aLead(shop.full);
  const changes = reader({ status: 'won' });
  expect(await changes.news()).toEqual([]);
  await service.sql(`update leads set status = 'won', updated_at = now() - interval '1 hour' where id = $1`, [lead.id]);
  expect(await changes.news()).toEqual([]);
  await shop.full.patch(`/leads/${lead.id}`, { next_followup_at: null });
  expect(idsOf(await changes.news())).toEqual([lead.id]);
});

it.each([
  ['another time', { updated_since: '2026-01-01T00:00:00Z' }],
  ['another filter', { updated_since: '2000-01-01T00:00:00Z', status: 'won' }],
  ['the list without it', {}],
])('a cursor is refused with %s', async (_, query) => {
  const cursor = (await reader().page()).meta.next_cursor;
  const { status, body } = await shop.read.get(`/leads?${new URLSearchParams({ ...query, cursor }).toString()}`);
  expect([status, body.error.message]).toEqual([422, 'cursor: is not a cursor of this list']);
});

it('an event has the time that the store has set', async () => {
  const lead = await aLead(shop.full);
  const { body } = await shop.full.patch(`/leads/${lead.id}`, { status: 'contacted' });
  const rows = await service.sql<{ data: object }>(`select data from outbox where shop_id = $1 order by data ->> 'updated_at'`, [
    shop.id,
  ]);
  expect(rows.map(({ data }) => data)).toMatchObject([lead, { ...body.data, previous: { status: 'new' } }]);
});
