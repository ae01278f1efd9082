import pg from 'pg';
import { openDataSource } from '../../adapters/areas/data-source.js';
import { storages } from '../../adapters/areas/storages.js';
import { storage } from '../../adapters/storage/storage.js';
import { shopKey, table, uuidKey } from '../../adapters/storage/tables/table.js';
import { planOf } from '../../infrastructure/database/distribution.js';
import { Assembly } from '../../infrastructure/extensions/assembly.js';
import { extension } from '../../infrastructure/extensions/extension.js';
import { command, expectRefusal } from '../support/command-line.js';
import { cloneDatabase, type TestDatabase } from '../support/postgres.js';

const TABLES = storages.flatMap(({ tables }) => tables.map(({ name }) => name));
/** The tables of no shop. `api_keys` are looked up before their shop is known. */
const GLOBAL = ['api_keys', 'call_reports', 'calls_caught_up', 'outgoing_pauses', 'shops', 'texts_caught_up', 'vin_decodes'];
interface Step {
  readonly does: string;
  readonly sql: string;
}

describe('shop-ops distribute', () => {
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

  it('the tables of extensions are placed, too', async () => {
    const loaners = table<{ shopId: string; id: string }>('x_fleet_loaners', { shopId: shopKey, id: uuidKey() });
    const brands = table<{ id: string }>('x_fleet_brands', { id: uuidKey() });
    await sql.query(
      'create table x_fleet_loaners (shop_id uuid, id uuid, primary key (shop_id, id)); create table x_fleet_brands (id uuid primary key)',
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
      expect(does).toEqual(expect.arrayContaining(['place x_fleet_loaners by shop', 'place x_fleet_brands on every server']));
      expect(planned.local).toEqual(['migrations']);
    } finally {
      await dataSource.destroy();
    }
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
        'a foreign key of a table that belongs to no area',
        'create table held (shop_id uuid, id uuid); alter table held add foreign key (shop_id, id) references jobs (shop_id, id)',
        'the foreign key held_shop_id_id_fkey of held refers to jobs, but held belongs to no area',
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
});
