import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { EraseCustomer } from '../../../../application/areas/customers/erase-customer.js';
import type { CustomerId } from '../../../../domain/shared/id.js';
import type { Answer } from '../../../support/api.js';
import { ChangeReader } from '../../../support/follow-changes.js';
import { importRows } from '../../../support/importing.js';
import { fillShop, type ShopRecords } from '../../../support/records.js';
import { operations } from '../../../support/registry.js';
import { startTestService, type TestService, type TestShop } from '../../../support/service.js';

let service: TestService;
let shop: TestShop;
let records: ShopRecords;

// The triggers are for others: on a distributed database there are none, and the service's own statements date their changes.
beforeAll(async () => {
  service = await startTestService();
  for (const name of Object.keys(KINDS)) await service.sql(`drop trigger if exists ${name}_changed on ${name}`);
  shop = await service.shop();
  records = await fillShop(service, shop);
});
afterAll(() => service.stop());

interface Kind {
  readonly path: string;
  /** the record of the filled shop */
  readonly id: () => string;
  /** changes this record by a call; undefined: calls only read the kind */
  readonly call?: (id: string) => Promise<Answer>;
  /** the columns of an import that changes it */
  readonly row: object;
  /** a filter that the record does not match */
  readonly other: Readonly<Record<string, string>>;
  readonly byOffset?: boolean;
}

const NOBODYS = randomUUID();
const KINDS: Readonly<Record<string, Kind>> = {
  leads: {
    path: '/leads',
    id: () => records.lead,
    call: (id) => shop.full.patch(`/leads/${id}`, { status: 'qualified' }),
    row: { source: 'fair' },
    other: { status: 'lost' },
  },
  customers: {
    path: '/customers',
    id: () => records.customer,
    call: (id) => shop.full.patch(`/customers/${id}`, { name: 'Dana van Whitfield' }),
    row: { city: 'Kanata' },
    other: { email: 'nobody@example.com' },
  },
  vehicles: { path: '/vehicles', id: () => records.vehicle, row: { color: 'green' }, other: { customer_id: NOBODYS } },
  jobs: {
    path: '/jobs',
    id: () => records.job,
    call: (id) => shop.full.patch(`/jobs/${id}`, { stage: 'in_progress' }),
    row: { title: 'Brakes' },
    other: { customer_id: NOBODYS },
  },
  tasks: {
    path: '/tasks',
    id: () => records.task,
    call: (id) => shop.full.post(`/tasks/${id}`, { complete: true }),
    row: { notes: 'At noon' },
    other: { assigned_to: NOBODYS },
    byOffset: true,
  },
  conversations: {
    path: '/conversations',
    id: () => records.conversation,
    call: (id) => shop.full.post(`/conversations/${id}`, { pin: true }),
    row: { subject: 'Brakes' },
    other: { q: 'nothing of it' },
    byOffset: true,
  },
  quotes: { path: '/quotes', id: () => records.quote, row: { status: 'accepted' }, other: { status: 'draft' } },
  invoices: { path: '/invoices', id: () => records.invoice, row: { status: 'void' }, other: { status: 'draft' } },
  messages: { path: '/messages', id: () => records.message, row: { segments: 3 }, other: { conversation_id: NOBODYS } },
  calls: {
    path: '/calls',
    id: () => records.call,
    row: { answered_by: 'Keisha Grant' },
    other: { customer_id: NOBODYS },
    byOffset: true,
  },
};

const reader = ({ path }: Kind, query: Readonly<Record<string, string>> = {}): ChangeReader =>
  new ChangeReader(service, shop.read, path, query);
const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

it('every list that tells changes is under test', () => {
  const telling = operations.flatMap(({ route, output }) => (route && output.tellsChanges ? [route.path] : []));
  expect(telling.sort()).toEqual(
    Object.values(KINDS)
      .map(({ path }) => path)
      .sort(),
  );
});

describe.each(Object.entries(KINDS))('%s', (name, kind) => {
  it('are told in the order of their changes, across pages', async () => {
    const rows = await reader(kind, { limit: '1' }).news();
    expect(idsOf(rows)).toContain(kind.id());
    expect(rows).toEqual(await reader(kind).news());
    const order = rows.map(({ updated_at: at, id }) => `${at} ${id}`);
    expect(order).toEqual(order.toSorted());
  });

  it('are told again after an import that changes them', async () => {
    const changes = reader(kind);
    await changes.news();
    expect(await importRows(service, shop, name, [{ id: kind.id(), ...kind.row }])).toMatchObject({ updated: 1, errors: [] });
    expect(idsOf(await changes.news())).toContain(kind.id());
  });

  it('are told as they are answered alone', async () => {
    const { call } = kind;
    if (!call) return;
    const changes = reader(kind);
    await changes.news();
    const { status, body } = await call(kind.id());
    expect(status).toBe(200);
    expect((await changes.news()).filter(({ id }) => id === kind.id())).toMatchObject([body.data]);
  });

  it('are told when a change is committed late', async () => {
    const changes = reader(kind);
    await changes.news();
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query('begin');
    await client.query(`update ${name} set external_id = 'late', updated_at = default where shop_id = $1 and id = $2`, [
      shop.id,
      kind.id(),
    ]);
    expect(await changes.news()).toEqual([]);
    await client.query('commit');
    await client.end();
    expect(idsOf(await changes.news())).toEqual([kind.id()]);
  });

  it('are not told beside a filter that they do not match', async () => {
    expect(idsOf(await reader(kind, kind.other).news())).not.toContain(kind.id());
  });

  it('are listed from one index, without a sort', async () => {
    expect(await service.sql(`select from pg_indexes where indexname = '${name}_by_change'`)).toHaveLength(1);
  });

  it('are refused an offset beside it, and a cursor without it', async () => {
    if (!kind.byOffset) return;
    const refused = async (query: string): Promise<unknown[]> => {
      const { status, body } = await shop.read.get(`${kind.path}?${query}`);
      return [status, body.error.message];
    };
    expect(await refused('updated_since=2026-01-01T00:00:00Z&offset=0')).toEqual([
      422,
      'offset: cannot stand beside updated_since: go on with cursor',
    ]);
    expect(await refused('cursor=x')).toEqual([422, 'cursor: needs updated_since']);
  });
});

it('tasks of every status are told', async () => {
  const { body } = await shop.full.post('/tasks', { title: 'Call back' });
  await shop.full.post(`/tasks/${body.data.id}`, { complete: true });
  const changed = await reader(KINDS['tasks']!).news();
  expect(changed.find(({ id }) => id === body.data.id)).toMatchObject({ status: 'done' });
});

it('messages of all threads need a time, or the time since which they changed', async () => {
  const { status, body } = await shop.read.get('/messages');
  expect([status, body.error.message]).toEqual([422, 'conversation_id: conversation_id is required, or since, or updated_since']);
});

it('an erased person is told as tombstones, and what stays of its work as emptied records', async () => {
  const changed = new Map(Object.entries(KINDS).map(([name, kind]) => [name, reader(kind)]));
  for (const changes of changed.values()) await changes.news();
  const erased = records.customer as CustomerId; // safe: a customer's id
  await service.container.get(EraseCustomer).execute(shop.id, erased);
  const told = new Map<string, Answer['body'][]>();
  for (const [name, changes] of changed) told.set(name, await changes.news());
  const tombstone = (id: string): object => ({ id, deleted: true, updated_at: expect.any(String) });
  expect(told.get('customers')).toEqual([tombstone(records.customer)]);
  for (const name of ['conversations', 'messages']) expect(told.get(name)?.every(({ deleted }) => deleted)).toBe(true);
  expect(idsOf(told.get('conversations') ?? [])).toContain(records.conversation);
  expect(told.get('vehicles')).toMatchObject([{ id: records.vehicle, vin: null }]);
  expect(told.get('jobs')?.find(({ id }) => id === records.job)).toMatchObject({ title: null });
  expect((await shop.read.get(`/customers/${records.customer}`)).body.data).toMatchObject({ name: '—', email: null });
});
