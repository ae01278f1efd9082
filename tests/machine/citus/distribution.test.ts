import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { storages } from '../../../adapters/areas/storages.js';
import { placementOf } from '../../../adapters/storage/distribution/catalog.js';
import { command, expectRefusal } from '../../support/command-line.js';
import { cloneDatabase, workerUrls, type TestDatabase } from '../../support/postgres.js';

const TABLES = storages.flatMap(({ tables }) => tables);
const [BIG, SMALL] = [randomUUID(), randomUUID()];
const NAMES = TABLES.map(({ name }) => name);
/** The join leaves out the shards on the coordinator, which Citus hides in the list of tables alone. */
const FOREIGN_KEYS = `select f.conname as name, pg_get_constraintdef(f.oid) as definition
  from pg_constraint f join pg_class c on c.oid = f.conrelid
  where f.contype = 'f' and f.connamespace = 'public'::regnamespace order by 1, 2`;

interface Step {
  readonly does: string;
  readonly sql: string;
}

let database: TestDatabase;
let sql: pg.Client;
let settings: Record<string, string>;

beforeEach(async () => {
  database = await cloneDatabase('shop_migrated_template');
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  settings = { DATABASE_URL: database.url, SIGNING_KEYS: 'a-signing-key-of-the-tests' };
});

afterEach(async () => {
  await sql.end();
  await database.drop();
});

const distribute = (...flags: string[]): ReturnType<typeof command> => command(settings, 'distribute', '--json', ...flags);
const rows = async (text: string): Promise<readonly object[]> => (await sql.query<object>(text)).rows;
/** A finding of the doctor. */
const finding = async (about = 'distribution'): Promise<object | undefined> =>
  ((await command(settings, 'doctor', '--json')).document.findings as { check: string }[]).find(({ check }) => check === about);

/** The kind of each table that Citus has placed, with the number of its group of tables whose shards lie together. */
async function placements(): Promise<Record<string, string>> {
  const { rows: placed } = await sql.query<{ name: string; kind: string }>(
    `select table_name::text as name, citus_table_type || ' ' || colocation_id as kind from citus_tables`,
  );
  return Object.fromEntries(placed.map(({ name, kind }) => [name, kind]));
}

it('all tables are placed, co-located, emptied on the coordinator, and have their foreign keys again', async () => {
  const before = await rows(FOREIGN_KEYS);
  await sql.query(`insert into shops (id, name, timezone, country, currency, suspended, plan_lapsed, features, created_at)
    values (gen_random_uuid(), 'A shop', 'UTC', 'CA', 'CAD', false, false, '{}', now());
    insert into staff (shop_id, id, user_id, name, role, active, created_at)
      select id, gen_random_uuid(), gen_random_uuid(), 'Morgan', 'owner', true, now() from shops`);
  expect((await distribute()).exitCode).toBe(0);
  const placed = await placements();
  expect(Object.keys(placed).sort()).toEqual([...NAMES].sort());
  for (const kind of ['distributed', 'reference'])
    expect(new Set(TABLES.filter((table) => placementOf(table) === kind).map(({ name }) => placed[name]))).toEqual(
      new Set([expect.stringMatching(`^${kind} \\d+$`)]),
    );
  expect(await rows(FOREIGN_KEYS)).toEqual(before);
  expect(await rows("select pg_relation_size(oid)::int as bytes from pg_class where relname = 'staff'")).toEqual([{ bytes: 0 }]);
  expect(await rows('select name from staff')).toEqual([{ name: 'Morgan' }]);
  expect(
    await rows(`select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and tgname like '%_changed' and relname = any('{${NAMES.join(',')}}')`),
  ).toEqual([]);
  expect(await rows('select distinct count(*)::int as n from shop_settings join shop_rows using (shop_id)')).toEqual([{ n: 1 }]);
  expect((await distribute()).document).toEqual({ done: [] });
});

it('a distribution that was interrupted after any step goes on', async () => {
  const before = await rows(FOREIGN_KEYS);
  const { steps } = (await distribute('--plan')).document as { steps: readonly Step[] };
  const thirds = [3, Math.floor(steps.length / 3), Math.floor((2 * steps.length) / 3), steps.length - 1];
  let done = 0;
  for (const until of thirds) {
    const left = ((await distribute('--plan')).document as { steps: readonly Step[] }).steps;
    for (const step of left.slice(0, until - done)) await sql.query(step.sql);
    done = until;
  }
  expect(await finding()).toMatchObject({ status: 'warn', detail: expect.stringContaining('was interrupted') });
  expect((await distribute()).exitCode).toBe(0);
  expect(await rows(FOREIGN_KEYS)).toEqual(before);
  expect(Object.keys(await placements()).sort()).toEqual([...NAMES].sort());
  expect(await rows(`select to_regclass('distribution_foreign_keys') as left`)).toEqual([{ left: null }]);
});

it('a step that fails is named with its reason, and the next call goes on', async () => {
  await sql.query('alter function create_reference_table(regclass) rename to another_name');
  expectRefusal(await distribute(), 1, /cannot place \w+ on every server \(after \d+ of \d+ steps; run it again to go on\)/);
  await sql.query('alter function another_name(regclass) rename to create_reference_table');
  expect((await distribute()).exitCode).toBe(0);
  expect(Object.keys(await placements()).sort()).toEqual([...NAMES].sort());
});

it('the doctor tells a database that has Citus and is not distributed, and what is distributed', async () => {
  expect(await finding()).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('no table is distributed'),
    advice: expect.stringContaining('shop-ops distribute --plan'),
  });
  await distribute();
  expect(await finding()).toMatchObject({ status: 'ok' });
  expect(await finding('nodes')).toMatchObject({
    status: 'ok',
    detail: expect.stringMatching(/^3 servers answer, all with PostgreSQL [\d.]+ with Citus [\d.-]+$/),
  });
  const spread = workerUrls().map((url) => `4 on ${new URL(url).host}`);
  expect(await finding('shards')).toMatchObject({ status: 'ok', detail: `8 of each table: ${spread.join(', ')}` });
  expect(await finding('largest shop')).toMatchObject({ status: 'ok', detail: 'no shop has customers, threads, jobs or tasks' });
});

it('the doctor tells a shop that has most of the records, and a server that has none', async () => {
  await distribute();
  await sql.query(
    `insert into shops (id, name, timezone, country, currency, suspended, plan_lapsed, features, created_at)
    select id, 'A shop', 'UTC', 'CA', 'CAD', false, false, '{}', now() from unnest($1::uuid[]) as s (id)`,
    [[BIG, SMALL]],
  );
  await sql.query(
    `insert into record_counts (shop_id, list, bucket, slot, n) select s.id, list, '', 0, s.n from unnest($1::uuid[], $2::int[]) as s (id, n), unnest(array['customers', 'calls']) as list`,
    [
      [BIG, SMALL],
      [90_000, 30_000],
    ],
  );
  expect(await finding('largest shop')).toMatchObject({
    status: 'warn',
    detail: `the shop ${BIG} has 75 % of 120000 customers, threads, jobs and tasks`,
    advice: expect.stringContaining('isolate_tenant_to_new_shard'),
  });
  const [, emptied] = workerUrls().map((url) => new URL(url));
  await sql.query(`select citus_drain_node($1, $2, 'block_writes')`, [emptied?.hostname, Number(emptied?.port)]);
  await sql.query(`select citus_set_node_property($1, $2, 'shouldhaveshards', true)`, [emptied?.hostname, Number(emptied?.port)]);
  expect(await finding('shards')).toMatchObject({ status: 'warn', advice: 'run select citus_rebalance_start()' });
});

it('the doctor names a server that does not answer, and asks for no more rows', async () => {
  await distribute();
  await sql.query(`select citus_update_node(nodeid, '127.0.0.1', 9) from pg_dist_node where groupid = 2`);
  expect(await finding('nodes')).toMatchObject({
    status: 'fail',
    detail: expect.stringMatching(/^127\.0\.0\.1:9 does not answer: /),
    advice: expect.stringContaining('start this server again'),
  });
  expect(await finding('database')).toMatchObject({ status: 'ok' });
});

it('the doctor fails when a shop has no row on its server, by which its events would be stored', async () => {
  await distribute();
  await sql.query(
    `insert into shops (id, name, timezone, country, currency, suspended, plan_lapsed, features, created_at)
    values ($1, 'A shop', 'UTC', 'CA', 'CAD', false, false, '{}', now())`,
    [SMALL],
  );
  const found = { status: 'fail', detail: '1 shops have no row in shop_settings: their events and counts are lost' };
  const { advice, ...told } = (await finding('shop rows')) as { advice: string };
  expect(told).toEqual({ check: 'shop rows', ...found });
  await sql.query(advice.replace(/^run /, ''));
  expect(await finding('shop rows')).toBeUndefined();
});

it('a database that an earlier release has distributed is told by the doctor, and mended by another call', async () => {
  await distribute();
  await sql.query('create or replace view shop_rows as select id as shop_id from shops');
  expect(await finding()).toMatchObject({ status: 'warn', detail: expect.stringContaining('stops the writes of all shops') });
  const { done } = (await distribute()).document as { done: readonly Step[] };
  expect(done.map(({ does }) => does)).toEqual(['give every shop a row on its server']);
  expect(await finding()).toMatchObject({ status: 'ok' });
});

it('a table that a later release adds is reported by the doctor and distributed by another call', async () => {
  await distribute();
  await sql.query('create table later (like quotes including all)');
  await sql.query('drop table quotes cascade');
  await sql.query('alter table later rename to quotes');
  expect(await finding()).toMatchObject({
    status: 'warn',
    detail: 'on the coordinator alone: quotes',
    advice: expect.stringContaining('shop-ops distribute --plan'),
  });
  const { done } = (await distribute()).document as { done: readonly Step[] };
  expect(done.filter(({ sql: text }) => text.includes('create_distributed_table')).map(({ does }) => does)).toEqual([
    'place quotes by shop',
  ]);
});
