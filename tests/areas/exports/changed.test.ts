import { EraseCustomer } from '../../../application/areas/customers/erase-customer.js';
import { EXPORTED_VIEWS } from '../../../application/areas/exports/exported-views.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import type { Answer } from '../../support/api.js';
import { ChangeReader } from '../../support/follow-changes.js';
import { fillShop, type ShopRecords } from '../../support/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

let service: TestService;
let shop: TestShop;
let records: ShopRecords;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
  records = await fillShop(service, shop);
});
afterAll(() => service.stop());

const linesOf = ({ text }: Answer): Row[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
const byId = (rows: readonly Row[]): Row[] => rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
const changed = (kind: string, since: string, more = ''): Promise<Answer> =>
  shop.read.get(`/exports/${kind}?updated_since=${since}${more}`);

/** The millisecond after a change. */
const after = (change: string): string => new Date(Date.parse(change) + 1).toISOString();

/** The lists that tell the changes of each kind. */
const LISTS: Readonly<Record<string, string>> = {
  leads: '/leads',
  customers: '/customers',
  vehicles: '/vehicles',
  quotes: '/quotes',
  tasks: '/tasks',
  conversations: '/conversations',
  messages: '/messages',
  calls: '/calls',
};

it.each(Object.entries(LISTS))(
  'an export of changed %s has what their list with updated_since has, also after an erasure',
  async (kind, path) => {
    await service.container.get(EraseCustomer).execute(shop.id, records.customer as CustomerId); // safe: a customer's id
    const listed = (await new ChangeReader(service, shop.read, path).news()) as Row[];
    expect(listed.length).toBeGreaterThan(0);
    expect(linesOf(await changed(kind, '2000-01-01T00:00:00Z'))).toEqual(byId(listed));
  },
);

it.each(['jobs', 'invoices'])('an export of changed %s has those of both origins', async (kind) => {
  const all = linesOf(await shop.read.get(`/exports/${kind}`));
  expect(all.length).toBeGreaterThan(0);
  expect(linesOf(await changed(kind, '2000-01-01T00:00:00Z'))).toEqual(all);
});

it('it has only what has changed since, with tombstones of what is gone', async () => {
  const { body } = await shop.full.post('/leads', { name: 'Still' });
  const since = after(body.data.updated_at);
  expect(linesOf(await changed('leads', since))).toEqual([]);
  const moved = (await shop.full.patch(`/leads/${records.lead}`, { status: 'won' })).body.data;
  await service.sql('update leads set deleted_at = now(), updated_at = default where id = $1', [body.data.id]);
  const gone = { id: body.data.id, deleted: true, updated_at: expect.any(String) };
  expect(linesOf(await changed('leads', since))).toEqual(byId([moved, gone]));
  await service.sql(`update leads set updated_at = now() - interval '31 days' where id = $1`, [body.data.id]);
  expect(linesOf(await changed('leads', '2000-01-01T00:00:00Z'))).toEqual([moved]);
});

it('it goes on after the last record, with a token that holds for this updated_since', async () => {
  await shop.full.post('/leads', { name: 'One more' });
  const since = '2000-01-01T00:00:00Z';
  const first = await changed('leads', since);
  const [one, ...others] = linesOf(first);
  const token = { 'export-token': first.headers.get('export-token') ?? '' };
  const rest = await shop.read.get(`/exports/leads?updated_since=${since}&after=${one?.id}`, token);
  expect([linesOf(rest), rest.headers.get('feed-position')]).toEqual([others, first.headers.get('feed-position')]);
  expect((await shop.read.get(`/exports/leads?after=${one?.id}`, token)).status).toBe(422);
});

it.each(Object.keys(EXPORTED_VIEWS).filter((kind) => ![...Object.keys(LISTS), 'jobs', 'invoices'].includes(kind)))(
  'changed %s cannot be exported, because these records do not say when they changed',
  async (kind) => {
    const { status, body } = await changed(kind, '2026-01-01T00:00:00Z');
    expect([status, body.error.message]).toEqual([
      422,
      `updated_since: the records of ${kind} have no updated_at; only those of leads, customers, vehicles, quotes, invoices, jobs, ` +
        'tasks, conversations, messages, calls have one',
    ]);
  },
);
