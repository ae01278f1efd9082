import { jest } from '@jest/globals';
import pg from 'pg';
import { Customers } from '../../application/areas/customers/customers.js';
import { Messages } from '../../application/areas/texting/messages.js';
import type { CustomerId, MessageId } from '../../domain/shared/id.js';
import { aCustomer, aLead, aStoredTask } from '../support/builders/records.js';
import { Inbox } from '../support/inbox.js';
import { startTestService, type TestService } from '../support/service.js';
import { SqlTap, type TappedStatement } from '../support/sql-tap.js';

// The limit is high, because many rows are stored while other tests run.
jest.setTimeout(120_000);

const NOBODY = '00000000-0000-4000-8000-000000000000';
const CHANGED = 'updated_since=2020-01-01T00:00:00Z';
const SMALL_SHOPS = 1_000;
/** A page has 25 records, and each is looked up with a few others. */
const MOST_READ = 500;
/** A list of changes looks at the locks of the whole server. Other tests hold hundreds of them, and none is a row of the shop. */
const LOCKS = /\bpg_locks\b/;

let service: TestService;
let inbox: Inbox;

const TABLES = ['leads', 'customers', 'conversations', 'tasks'];

/** SQL: in these columns, the copy `n` of a record differs from it. */
const COPY = `jsonb_build_object('id', gen_random_uuid(), 'email', null, 'phone', '+1613' || 5600000 + n,
  'contact_number', '+1613' || 5600000 + n, 'search_text', ' robin k' || n, 'created_at', now() - n * interval '1 minute',
  'updated_at', now() - n * interval '1 minute', 'last_message_at', now() - n * interval '1 minute')`;

/** Stores copies of the first record of the busy shop. @param into the copies of each: SQL of further tables; @param more the columns that differ, too */
async function copies(table: string, into: string, more: string): Promise<void> {
  await service.sql(
    `insert into ${table} select (jsonb_populate_record(t, ${COPY} || ${more})).* from ${table} t cross join ${into}
    where t.shop_id = $1 and t.id = (select id from ${table} where shop_id = $1 limit 1)`,
    [inbox.shop.id],
  );
}

/** Stores records up to these numbers in the busy shop and in each of the others. */
async function fill({ busy, others }: { busy: [number, number]; others: [number, number] }): Promise<void> {
  const from = ([first, last]: [number, number]): string => `generate_series(${first}, ${last}) as n`;
  const small = `(select id from shops where id <> $1) s cross join ${from(others)}`;
  const alone = `jsonb_build_object('shop_id', s.id, 'customer_id', null, 'conversation_id', null)`;
  for (const table of TABLES) {
    await copies(table, from(busy), `'{}'::jsonb`);
    await copies(table, small, alone);
  }
  await service.sql(
    `update conversations v set customer_id = c.id from customers c
    where v.shop_id = $1 and c.shop_id = $1 and c.phone = v.contact_number`,
    [inbox.shop.id],
  );
  await service.sql(
    `insert into messages select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'provider_id', null,
      'shop_id', v.shop_id, 'conversation_id', v.id))).*
    from conversations v cross join messages m where m.shop_id = $1 and m.id = (select id from messages where shop_id = $1 limit 1)`,
    [inbox.shop.id],
  );
  await service.sql('vacuum analyze');
}

beforeAll(async () => {
  service = await startTestService();
  inbox = await Inbox.open(service);
  const { shop } = inbox;
  await inbox.writes('Hello');
  const conversation = (await inbox.threadOf()).id;
  await aLead(shop.full);
  await aCustomer(shop.full, { phone: '+16135550177' });
  await aStoredTask(shop.full, { conversation });
  await service.sql('update record_counts set n = n + 4000 where shop_id = $1 and n > 0', [shop.id]);
  await service.sql(
    `insert into shops select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
    from shops s cross join generate_series(1, $2) where s.id = $1`,
    [shop.id, SMALL_SHOPS],
  );
});
afterAll(() => service.stop());

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join(',')}}`);
  return typeof value === 'string' ? pg.escapeLiteral(value) : JSON.stringify(value);
}

interface Plan {
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}
interface CarriedOut extends Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly CarriedOut[];
}

function readBy(plan: CarriedOut): number {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return Math.max(own, ...(plan.Plans ?? []).map(readBy));
}

/** Runs `work` on a connection for calls, which has the settings of the service. */
async function onConnection<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await service.connections.pool.connect();
  try {
    return await work(client);
  } finally {
    client.release(true);
  }
}

/** The most rows that a step of a statement reads. */
function mostReadBy({ text, values }: TappedStatement): Promise<number> {
  return onConnection(async (client) => {
    await client.query(`prepare busy as ${text}`);
    const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: CarriedOut }] }>(
      `explain (analyze, timing off, format json) execute busy${given}`,
    );
    return Math.max(...rows.map((row) => readBy(row['QUERY PLAN'][0].Plan)));
  });
}

/**
 * The indexes in which a statement searches for a list of ids, and that are not keys. Such an index has other columns before the id, so
 * all its entries of the shop are read, and none of them counts as a row.
 */
function searchedForIds({ text }: TappedStatement): Promise<string[]> {
  return onConnection(async (client) => {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (generic_plan, format json) ${text}`);
    return rows.flatMap((row) => searchesIn(row['QUERY PLAN'][0].Plan));
  });
}

function searchesIn({ 'Index Name': name, 'Index Cond': condition, Plans = [] }: Plan): string[] {
  const own =
    name !== undefined && condition !== undefined && condition.includes('(id = ANY') && !name.endsWith('_pkey') ? [name] : [];
  return [...own, ...Plans.flatMap(searchesIn)];
}

async function readsFew(send: () => Promise<{ status: number }>): Promise<void> {
  await send(); // the key is known afterwards
  const tap = new SqlTap();
  const { status } = await send();
  tap.close();
  expect(status).toBe(200);
  const reads = tap.statements.filter(({ text }) => /^(select|with)/.test(text) && !LOCKS.test(text));
  expect(reads).not.toEqual([]);
  for (const read of reads) {
    expect(await mostReadBy(read)).toBeLessThan(MOST_READ);
    expect({ text: read.text, found: await searchedForIds(read) }).toMatchObject({ found: [] });
  }
}

// The planner takes each shop for one with three records, and would read all of them.
describe('in a shop with 4,000 records beside small ones with two', () => {
  beforeAll(() => fill({ busy: [1, 4_000], others: [1, 2] }));

  test.each([
    'conversations',
    'conversations?status=open',
    'tasks',
    'leads',
    'customers',
    'jobs',
    'vehicles',
    `conversations?${CHANGED}`,
    `tasks?${CHANGED}`,
    'leads?email=a@b.co',
    'events',
    'tasks?status=done',
    'customers?metadata[crm]=17',
    'leads?metadata[crm]=17',
    'tasks?metadata[crm]=17',
    'conversations?metadata[crm]=17',
    'conversations?include=contact,last_message',
    ...['leads', 'customers', 'tasks', 'vehicles'].flatMap((room) => [
      `${room}?ids=${NOBODY}`,
      `${room}?ids=${NOBODY}&${CHANGED}`,
    ]),
    ...['leads', 'tasks', 'conversations'].map((room) => `${room}?metadata[crm]=17&${CHANGED}`),
  ])('GET /%s reads few rows more than it answers', async (path) => {
    await readsFew(() => inbox.shop.read.get(`/${path}`));
  });
});

// For 40 records, the planner still would rather read them than look up ten words.
describe('in a shop with 20,000 records beside small ones with twenty', () => {
  beforeAll(() => fill({ busy: [4_001, 20_000], others: [3, 20] }));

  test.each([
    'customers?q=k19333',
    `customers?q=k19333&${CHANGED}`,
    `conversations?q=k19333&${CHANGED}`,
    'leads?q=k19333',
    'conversations?q=k19333',
    'leads?q=K19333+robin',
  ])('GET /%s reads few rows more than it answers', async (path) => {
    await readsFew(() => inbox.shop.read.get(`/${path}`));
  });

  test('customers.list with q reads few rows more than it answers', async () => {
    await readsFew(() => inbox.shop.read.post('/customers/list', { q: 'k19333' }));
  });

  test.each<[string, RegExp, () => Promise<unknown>]>([
    [
      'texts that come in at the same time are stored in threads',
      /conversations\.(find|update)_many/,
      () => Promise.all(numbers(20).map((from) => inbox.writes('Is it ready?', { from }))),
    ],
    [
      'texts are claimed at the same time',
      /messages\.claim_texts/,
      async () => {
        const messages = service.container.get(Messages);
        const ids = await idsOf<MessageId>('messages');
        await Promise.all(ids.map((id) => messages.claimText(inbox.shop.id, id, { taken: 0, left: 100 })));
      },
    ],
    [
      'customers are read for other records',
      /customers\.find_all/,
      async () => service.container.get(Customers).findAll(inbox.shop.id, await idsOf<CustomerId>('customers')),
    ],
  ])('%s, which are found by their keys', async (_what, which, work) => {
    const tap = new SqlTap();
    await work();
    tap.close();
    const statements = tap.statements.filter(({ text }) => which.test(text));
    expect(statements).not.toEqual([]);
    for (const one of statements) expect({ text: one.text, found: await searchedForIds(one) }).toMatchObject({ found: [] });
  });
});

/** Numbers of threads of the busy shop. */
function numbers(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `+1613${5_600_010 + n}`);
}

async function idsOf<Id extends string>(table: string): Promise<Id[]> {
  const rows = await service.sql<{ id: Id }>(`select id from ${table} where shop_id = $1 limit 20`, [inbox.shop.id]);
  return rows.map(({ id }) => id);
}
