import type { ClientBase } from 'pg';
import { Database } from '../../../adapters/storage/database.js';
import { PostgresExportStore } from '../../../adapters/storage/transfer/postgres-export-store.js';
import { StoredKinds } from '../../../adapters/storage/transfer/stored-kinds.js';
import type { ExportedRecord } from '../../../application/transfer/export-kind.js';
import { aCustomer, aLead } from '../../support/builders/records.js';
import { eventually } from '../../support/eventually.js';
import { kindNamed } from '../../support/importing.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
let store: PostgresExportStore;

beforeAll(async () => {
  service = await sharedTestService();
  store = new PostgresExportStore(service.container.get(Database), service.container.get(StoredKinds), 2);
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.shop();
});

function read(kind: string, nested = true, from = store): AsyncIterator<readonly ExportedRecord[]> {
  return from.read(shop.id, kindNamed(kind), nested)[Symbol.asyncIterator]();
}

async function rest(records: AsyncIterator<readonly ExportedRecord[]>): Promise<ExportedRecord[]> {
  const all: ExportedRecord[] = [];
  for (let next = await records.next(); !next.done; next = await records.next()) all.push(...next.value);
  return all;
}

test('an export does not contain rows that are written while it runs', async () => {
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
    await aCustomer(shop.full, { name });
    service.clock.pass(1000);
  }
  const records = read('customers');
  const first = await records.next();
  const before = first.value.map(({ values }: ExportedRecord) => values['name']);
  expect(before).toEqual(['One', 'Two']);
  await aCustomer(shop.full, { name: 'Six' });
  const { body } = await shop.full.get('/customers');
  const four = body.data.find(({ name }: { name: string }) => name === 'Four');
  await shop.full.patch(`/customers/${four.id}`, { name: 'Changed' });
  await service.sql(`delete from customers where shop_id = $1 and name = 'Five'`, [shop.id]);
  expect((await rest(records)).map(({ values }) => values['name'])).toEqual(['Three', 'Four', 'Five']);
});

/** A database that calls `meddle` after the statement that begins with these words, and before the next one. */
class Meddled extends Database {
  constructor(
    private readonly words: string,
    private readonly meddle: () => Promise<void>,
  ) {
    super(service.connections);
  }

  override streamOnOwnConnection<T>(work: (client: ClientBase) => AsyncIterable<T>): AsyncGenerator<T> {
    const query = async (client: ClientBase, text: string, values?: unknown[]): Promise<unknown> => {
      const answer = await client.query(text, values);
      if (text.startsWith(this.words)) await this.meddle();
      return answer;
    };
    // The cast is safe: an export calls only `query`.
    return super.streamOnOwnConnection((client) =>
      work({ query: (text: string, values?: unknown[]) => query(client, text, values) } as ClientBase),
    );
  }
}

test('an export reads a record and its nested records at the same moment', async () => {
  const { id } = await aLead(shop.full, { notes: 'before' });
  const meddled = new Meddled('declare records', async () => {
    await shop.full.patch(`/leads/${id}`, { status: 'won' });
  });
  const [lead] = await rest(read('leads', true, new PostgresExportStore(meddled, service.container.get(StoredKinds))));
  expect(lead).toMatchObject({ values: { status: 'new' }, children: [{ kind: 'note' }] });
  expect(lead?.children).toHaveLength(1);
  expect((await shop.full.get(`/leads/${id}/timeline`)).body.data).toHaveLength(2);
});

test('an export that is abandoned returns its connection, and blocks nobody', async () => {
  for (const name of ['One', 'Two', 'Three']) await aCustomer(shop.full, { name });
  for (let time = 0; time < 15; time += 1) {
    const records = read('customers');
    await records.next();
    expect((await shop.full.post('/customers', { name: 'Meanwhile', email: `meanwhile-${time}@example.com` })).status).toBe(201);
    await records.return?.();
  }
  const open = `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`;
  const opened = (): Promise<unknown[]> => service.sql(open);
  expect(await eventually(opened, (rows) => rows.length === 0)).toEqual([]);
});

test('an export omits deleted leads, and no exported record refers to them', async () => {
  const [kept, gone] = [
    await aLead(shop.full, { name: 'Kept', notes: 'stays' }),
    await aLead(shop.full, { name: 'Gone', notes: 'deleted' }),
  ];
  for (const { id } of [kept, gone]) {
    await service.sql(
      `insert into conversations (shop_id, id, lead_id, channel, status, pinned, is_ai_managed, created_at, version)
       values ($1, gen_random_uuid(), $2, 'sms', 'open', false, false, now(), 1)`,
      [shop.id, id],
    );
  }
  await service.sql('update leads set deleted_at = now() where shop_id = $1 and id = $2', [shop.id, gone.id]);
  const leads = await rest(read('leads'));
  expect(leads.map(({ values, children }) => [values['id'], children.length])).toEqual([[kept.id, 1]]);
  const timelines = await rest(read('lead-timeline'));
  expect(timelines.map(({ values }) => [values['body'], values['lead_id']])).toEqual([['stays', kept.id]]);
  const threads = await rest(read('conversations'));
  expect(threads.map(({ values }) => values['lead_id']).sort()).toEqual([kept.id, null].sort());
});
