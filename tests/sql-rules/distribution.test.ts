import pg from 'pg';
import { openDataSource } from '../../adapters/areas/data-source.js';
import { storages } from '../../adapters/areas/storages.js';
import { storage } from '../../adapters/storage/storage.js';
import { shopKey, table, uuidKey } from '../../adapters/storage/tables/table.js';
import { planOf } from '../../infrastructure/database/distribution.js';
import { Assembly } from '../../infrastructure/extensions/assembly.js';
import { extension } from '../../infrastructure/extensions/extension.js';
import { CITUS_STAND_IN } from '../support/citus-stand-in.js';
import { command, expectRefusal } from '../support/command-line.js';
import { cloneDatabase, type TestDatabase } from '../support/postgres.js';

const TABLES = storages.flatMap(({ tables }) => tables.map(({ name }) => name));
/** The tables of no shop. `api_keys` are looked up before their shop is known. */
const GLOBAL = ['api_keys', 'call_reports', 'calls_caught_up', 'outgoing_pauses', 'shops', 'texts_caught_up', 'vin_decodes'];
const FOREIGN_KEYS = `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`;

interface Step {
  readonly does: string;
  readonly sql: string;
}

let database: TestDatabase;
let sql: pg.Client;
let settings: Record<string, string>;

beforeEach(async () => {
  database = await cloneDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  settings = { DATABASE_URL: database.url, SIGNING_KEYS: 'a-signing-key-of-the-tests' };
});

afterEach(async () => {
  await sql.end();
  await database.drop();
});

const distribute = (...flags: string[]): ReturnType<typeof command> => command(settings, 'distribute', '--json', ...flags);
/** The finding of the doctor about the distribution. */
const finding = async (): Promise<object | undefined> =>
  ((await command(settings, 'doctor', '--json')).document.findings as { check: string }[]).find(
    ({ check }) => check === 'distribution',
  );
const rows = async (text: string): Promise<readonly object[]> => (await sql.query<object>(text)).rows;

async function placements(): Promise<Record<string, string>> {
  const { rows: placed } = await sql.query<{ name: string; kind: string }>(
    `select logicalrelid::text as name, case partmethod when 'h' then coalesce(colocated_with, '') else 'reference' end as kind
      from pg_dist_partition`,
  );
  return Object.fromEntries(placed.map(({ name, kind }) => [name, kind]));
}

it('on plain PostgreSQL the plan is printed, and nothing is carried out', async () => {
  const { document } = await distribute('--plan');
  expect(document).toMatchObject({ hasCitus: false, obstacles: [], local: ['migrations'] });
  const placed = document.steps.flatMap(
    ({ sql: text }: Step) => /create_(\w+)_table\('(\w+)'/.exec(text)?.slice(1, 3).join(' ') ?? [],
  );
  expect(placed).toEqual([
    ...TABLES.filter((name) => GLOBAL.includes(name)).map((name) => `reference ${name}`),
    ...TABLES.filter((name) => !GLOBAL.includes(name)).map((name) => `distributed ${name}`),
  ]);
  const text = await command(settings, 'distribute', '--plan');
  expect(text.stdout).toContain('-- This is plain PostgreSQL: the statements need the extension Citus.');
  expectRefusal(await distribute(), 1, 'the database has no extension Citus');
});

it('a database that an older release has migrated is refused, also for the plan alone', async () => {
  for (let newest = 0; newest < 6; newest += 1) await command(settings, 'migrate', 'down', '--json');
  for (const flags of [['--plan'], []]) expectRefusal(await distribute(...flags), 1, 'run shop-ops migrate up');
});

it('a database with tables of a newer release is refused, also for the plan alone', async () => {
  await sql.query(`insert into migrations (timestamp, name) values (1795500000000, 'Loaners1795500000000')`);
  for (const flags of [['--plan'], []])
    expectRefusal(await distribute(...flags), 1, 'nothing is distributed: the tables of Loaners1795500000000 are unknown here');
});

it('with Citus all tables are placed, co-located, emptied on the coordinator, and have their foreign keys again', async () => {
  const before = await rows(FOREIGN_KEYS);
  await sql.query(CITUS_STAND_IN);
  await sql.query(`insert into shops (id, name, timezone, country, currency, suspended, plan_lapsed, features, created_at)
    values (gen_random_uuid(), 'A shop', 'UTC', 'CA', 'CAD', false, false, '{}', now());
    insert into staff (shop_id, id, user_id, name, role, active, created_at)
      select id, gen_random_uuid(), gen_random_uuid(), 'Morgan', 'owner', true, now() from shops`);
  expect((await distribute()).exitCode).toBe(0);
  const [anchor, ...others] = TABLES.filter((name) => !GLOBAL.includes(name));
  expect(await placements()).toEqual({
    ...Object.fromEntries(GLOBAL.map((name) => [name, 'reference'])),
    ...Object.fromEntries(others.map((name) => [name, anchor])),
    [anchor ?? '']: 'none',
  });
  expect(await rows(FOREIGN_KEYS)).toEqual(before);
  expect(await rows('select from staff')).toEqual([]);
  expect(await rows(`select tgname from pg_trigger where not tgisinternal`)).toEqual([]);
  expect((await distribute()).document).toEqual({ done: [] });
});

it('a distribution that was interrupted after any step goes on', async () => {
  const before = await rows(FOREIGN_KEYS);
  await sql.query(CITUS_STAND_IN);
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
  expect(Object.keys(await placements()).sort()).toEqual([...TABLES].sort());
  expect(await rows(`select to_regclass('distribution_foreign_keys') as left`)).toEqual([{ left: null }]);
});

it('the tables of extensions are placed, too', async () => {
  const loaners = table<{ shopId: string; id: string }>('loaners', { shopId: shopKey, id: uuidKey() });
  const brands = table<{ id: string }>('brands', { id: uuidKey() });
  await sql.query(
    'create table loaners (shop_id uuid, id uuid, primary key (shop_id, id)); create table brands (id uuid primary key)',
  );
  const fleet = storage({ tables: [loaners, brands], impersonal: [loaners, brands] });
  const assembly = new Assembly([extension({ name: 'fleet', about: 'Cars to lend.', storages: [fleet] })]);
  const dataSource = await openDataSource({ url: database.url, poolSize: 1, ssl: false });
  try {
    const planned = await planOf(
      dataSource,
      assembly.storages.flatMap(({ tables }) => tables),
    );
    const does = planned.steps.map((step) => step.does);
    expect(does).toEqual(expect.arrayContaining(['loaners by shop', 'brands on every server']));
    expect(planned.local).toEqual(['migrations']);
  } finally {
    await dataSource.destroy();
  }
});

it('a step that fails is named with its reason, and the next call goes on', async () => {
  await sql.query(CITUS_STAND_IN);
  await sql.query('create table held (shop_id uuid, id uuid)');
  await sql.query('alter table held add foreign key (shop_id, id) references jobs (shop_id, id)');
  expectRefusal(
    await distribute(),
    1,
    'the foreign key held_shop_id_id_fkey of held refers to jobs, but held belongs to no area',
  );
  expect(await placements()).toEqual({});
  await sql.query('drop table held; alter function create_reference_table(regclass) rename to another_name');
  expectRefusal(await distribute(), 1, /cannot shops on every server|function create_reference_table/);
  await sql.query('alter function another_name(regclass) rename to create_reference_table');
  expect((await distribute()).exitCode).toBe(0);
  expect(Object.keys(await placements()).sort()).toEqual([...TABLES].sort());
});

it('the doctor tells a database that has Citus and is not distributed', async () => {
  expect(await finding()).toBeUndefined();
  await sql.query(CITUS_STAND_IN);
  expect(await finding()).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('no table is distributed'),
    advice: expect.stringContaining('shop-ops distribute --plan'),
  });
  await distribute();
  expect(await finding()).toMatchObject({ status: 'ok' });
});

it('a table that a later release adds is reported by the doctor and distributed by another call', async () => {
  await sql.query(CITUS_STAND_IN);
  await distribute();
  await sql.query(`delete from pg_dist_partition where logicalrelid = 'quotes'::regclass`);
  expect(await finding()).toMatchObject({
    status: 'warn',
    detail: 'on the coordinator alone: quotes',
    advice: expect.stringContaining('shop-ops distribute --plan'),
  });
  const { done } = (await distribute()).document as { done: readonly Step[] };
  expect(done.filter(({ sql: text }) => text.includes('create_distributed_table')).map(({ does }) => does)).toEqual([
    'quotes by shop',
  ]);
});

describe('a table that Citus would refuse is refused before anything is done', () => {
  it.each([
    [
      'a unique key without the shop',
      'create unique index by_title on tasks (title)',
      'the key by_title of tasks does not begin with shop_id',
    ],
    ['a unique key with the shop at the end', 'create unique index late on tasks (title, shop_id)', 'the key late of tasks'],
    ['a unique key of an expression', 'create unique index lower on tasks (lower(title), shop_id)', 'the key lower of tasks'],
    [
      'an exclusion of overlaps without the shop',
      `alter table jobs add constraint once exclude using gist (tstzrange(scheduled_start, scheduled_end) with &&)`,
      'the key once of jobs',
    ],
    [
      'a foreign key without the shop',
      'alter table tasks drop constraint tasks_pkey cascade; alter table tasks add primary key (shop_id, id), add unique (shop_id, id, title); ' +
        'alter table leads add column task uuid, add column task_shop uuid, add constraint lost foreign key (task, task_shop) references tasks (id, shop_id)',
      'the foreign key lost of leads does not begin with shop_id on both sides',
    ],
    [
      'a foreign key that clears columns',
      'alter table leads add column task uuid, add constraint cleared foreign key (shop_id, task) references tasks on delete set null (task)',
      'the foreign key cleared of leads sets columns when the other row changes',
    ],
    [
      'a foreign key from a global table',
      'alter table api_keys add constraint person foreign key (shop_id, acts_for) references staff (shop_id, user_id)',
      'the foreign key person of api_keys refers from a global table to staff',
    ],
    [
      'a trigger',
      'create trigger told after insert on leads for each row execute function announce_access_change()',
      'leads has the trigger told',
    ],
  ])('%s', async (_, plant, reason) => {
    await sql.query(plant);
    expectRefusal(await distribute('--plan'), 1, reason);
  });
});
