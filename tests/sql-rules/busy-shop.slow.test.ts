import { jest } from '@jest/globals';
import pg from 'pg';
import { aCustomer, aLead, aStoredTask } from '../support/builders/records.js';
import { Inbox } from '../support/inbox.js';
import { startTestService, type TestService } from '../support/service.js';
import { SqlTap, type TappedStatement } from '../support/sql-tap.js';

// The limit is high, because many rows are stored while other tests run.
jest.setTimeout(120_000);

const SMALL_SHOPS = 2_000;
const MANY = 4_000;
/** A page has 25 records, and each is looked up with a few others. */
const MOST_READ = 500;

let service: TestService;
let inbox: Inbox;

const ONE_OF = (table: string): string => `(select id from ${table} where shop_id = $1 limit 1)`;

/** Stores copies of a record, each with an id of its own. @param more the columns that differ as well, as SQL for `jsonb_build_object` */
async function copies(table: string, shop: string, more = ''): Promise<void> {
  await service.sql(
    `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()${more}))).*
    from ${table} t cross join generate_series(1, $2) as n where t.shop_id = $1 and t.id = ${ONE_OF(table)}`,
    [shop, MANY],
  );
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
  await copies('leads', shop.id);
  await copies('customers', shop.id, `, 'phone', '+1613' || 5600000 + n, 'email', null`);
  await copies('conversations', shop.id, `, 'contact_number', '+1613' || 5600000 + n`);
  await service.sql(
    `update conversations v set customer_id = c.id from customers c
    where v.shop_id = $1 and c.shop_id = $1 and c.phone = v.contact_number`,
    [shop.id],
  );
  await copies('tasks', shop.id);
  await service.sql('update record_counts set n = n + $2 where shop_id = $1 and n > 0', [shop.id, MANY]);
  await service.sql(
    `insert into shops select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
    from shops s cross join generate_series(1, $2) where s.id = $1`,
    [shop.id, SMALL_SHOPS],
  );
  for (const table of ['leads', 'customers', 'conversations', 'tasks'])
    await service.sql(
      `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('shop_id', s.id, 'id', gen_random_uuid())
          || case when '${table}' in ('conversations', 'tasks') then '{"customer_id": null, "conversation_id": null}' else '{}' end::jsonb)).*
      from shops s cross join ${table} t where s.id <> $1 and t.shop_id = $1 and t.id = ${ONE_OF(table)}`,
      [shop.id],
    );
  await service.sql('vacuum analyze');
});
afterAll(() => service.stop());

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join(',')}}`);
  return typeof value === 'string' ? pg.escapeLiteral(value) : JSON.stringify(value);
}

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

function readBy(plan: Plan): number {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return Math.max(own, ...(plan.Plans ?? []).map(readBy));
}

/** The most rows that a step of a statement reads on a connection for calls, which has the settings of the service. */
async function mostReadBy({ text, values }: TappedStatement): Promise<number> {
  const client = await service.connections.pool.connect();
  try {
    await client.query(`prepare busy as ${text}`);
    const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, timing off, format json) execute busy${given}`,
    );
    return Math.max(...rows.map((row) => readBy(row['QUERY PLAN'][0].Plan)));
  } finally {
    client.release(true);
  }
}

test.each([
  'conversations',
  'conversations?status=open',
  'tasks',
  'leads',
  'customers',
  'jobs',
  'vehicles',
  'conversations?updated_since=2020-01-01T00:00:00Z',
  'tasks?updated_since=2020-01-01T00:00:00Z',
  'leads?email=a@b.co',
  'events',
  'tasks?status=done',
])('in a shop that is far larger than most, GET /%s reads few rows more than it answers', async (path) => {
  await inbox.shop.read.get(`/${path}`); // the key is known afterwards
  const tap = new SqlTap();
  const { status } = await inbox.shop.read.get(`/${path}`);
  tap.close();
  expect(status).toBe(200);
  const reads = tap.statements.filter(({ text }) => /^(select|with)/.test(text));
  expect(reads).not.toEqual([]);
  for (const read of reads) expect(await mostReadBy(read)).toBeLessThan(MOST_READ);
});
