import type { QueryRunner } from 'typeorm';
import { addIndex } from '../../../adapters/migrations/add-index.js';
import { alter, databaseBreaks, ReleasedDatabase, type Snapshot } from './released-database.js';

let database: ReleasedDatabase;
beforeAll(async () => {
  database = await ReleasedDatabase.open();
});
beforeEach(() => database.begin());
afterAll(() => database.close());

it.each([
  ['a table', 'drop table shelves', 'the table shelves has gone away'],
  ['another name of a table', alter('rename to racks'), 'the table shelves has gone away'],
  ['a column', alter('drop column width'), 'the column shelves.width has gone away'],
  ['another name of a column', alter('rename width to breadth'), 'the column shelves.width has gone away'],
  [
    'a shorter text',
    alter('alter label type varchar(20)'),
    'the column shelves.label is character varying(20), and was character varying(40)',
  ],
  ['another type', alter('alter width type text'), 'the column shelves.width is text, and was numeric(7,2)'],
  ['fewer digits', alter('alter width type numeric(6, 2)'), 'the column shelves.width is numeric(6,2), and was numeric(7,2)'],
  ['a column that must have a value', alter('alter width set not null'), 'the column shelves.width has become not null'],
  ['a column that may be null', alter('alter place drop not null'), 'the column shelves.place may be null now'],
  ['no default', alter('alter label drop default'), `the default of shelves.label is none, and was 'none'::character varying`],
  [
    'a default of a column that may be empty',
    alter('alter width set default 1'),
    'the default of shelves.width is 1, and was none',
  ],
  [
    'a new column that needs a value',
    alter('add colour text not null'),
    'the new column shelves.colour needs a value, and has no default',
  ],
  ['a new check', alter('add check (place > 0) not valid'), 'the check of shelves is new: CHECK ((place > 0))'],
  [
    'another value that is allowed',
    `${alter('drop constraint shelves_status_check')}; ${alter(`add check (status in ('free', 'full', 'lost')) not valid`)}`,
    `the check of shelves is CHECK ((status = ANY (ARRAY['free'::text, 'full'::text, 'lost'::text]))), and was CHECK ((status = ANY (ARRAY['free'::text, 'full'::text])))`,
  ],
  [
    'no check',
    alter('drop constraint shelves_status_check'),
    expect.stringMatching(/^the check of shelves has gone away: CHECK/),
  ],
  [
    'a new foreign key',
    alter('add foreign key (shop_id) references shops (id) not valid'),
    'the foreign key of shelves is new: FOREIGN KEY (shop_id) REFERENCES shops(id)',
  ],
  [
    'no foreign key',
    alter('drop constraint shelves_shop_id_lead_id_fkey'),
    'the foreign key of shelves has gone away: FOREIGN KEY (shop_id, lead_id) REFERENCES leads(shop_id, id)',
  ],
  ['no unique index', alter('drop constraint shelves_place'), 'the unique index shelves_place of shelves has gone away'],
  [
    'another unique index of the same name',
    `${alter('drop constraint shelves_place')}; create unique index concurrently shelves_place on shelves (place)`,
    'the unique index shelves_place of shelves is btree (place), and was btree (shop_id, place)',
  ],
  ['no index', 'drop index shelves_by_label', 'the index shelves_by_label of shelves has gone away: btree (shop_id, label)'],
  ['no function', 'drop function shelf_place', 'the function shelf_place() returns integer has gone away'],
  ['no trigger', 'drop trigger shelves_changed on shelves', 'the trigger shelves_changed of shelves has gone away'],
  ['no sequence', 'drop sequence shelf_numbers', 'the sequence shelf_numbers as bigint has gone away'],
  ['no extension', 'drop extension pg_trgm cascade', expect.stringMatching(/^the extension pg_trgm has gone away$/)],
])('refuses %s', async (_, text, line) => {
  expect(await database.linesOf(text.split('; '), false)).toContainEqual(line);
});

it('refuses a new unique index on what the version before writes', async () => {
  const line = 'the unique index one_label of shelves is new: btree (shop_id, label)';
  const up = (runner: QueryRunner): Promise<void> => addIndex(runner, 'one_label', 'shelves (shop_id, label)', 'unique index');
  expect(await database.linesOf(up, false)).toEqual([line]);
});

it.each([
  ['a table', 'create table racks (id int primary key, check (id > 0)); create index on racks (id); update racks set id = 2'],
  [
    'columns',
    alter('add colour text; ') + alter('add height int not null default 3; ') + alter('add made timestamptz default now()'),
  ],
  ['a default of a column that had none and needs a value', alter('alter place set default 1')],
  ['a longer text', alter('alter label type varchar(80)')],
  ['a text without an end', alter('alter label type text')],
  ['more digits', alter('alter width type numeric(9, 2)')],
  ['a check of a new column', alter('add colour text; ') + alter(`add check (colour <> '') not valid`)],
  [
    'a reference of a new column',
    alter('add job_id uuid; ') + alter('add foreign key (shop_id, job_id) references leads (shop_id, id) not valid'),
  ],
  ['another name of an index', 'alter index shelves_by_label rename to shelves_by_name'],
  [
    'functions and sequences',
    'create function rack_place() returns int language sql as $$select 1$$; create sequence rack_numbers',
  ],
  ['rows of other tables', `insert into shops select * from shops where false`],
])('accepts %s', async (_, text) => {
  expect(await database.linesOf(text.split('; '))).toEqual([]);
});

it('accepts indexes that addIndex builds, also after a failure and with a unique one of a new column', async () => {
  const up = async (runner: QueryRunner): Promise<void> => {
    await runner.query(alter('add column if not exists code text'));
    await addIndex(runner, 'shelves_code', 'shelves (shop_id, code)', 'unique index');
    await addIndex(runner, 'shelves_by_place', 'shelves (shop_id, width)');
  };
  expect(await database.linesOf(up, false)).toEqual([]);
  await database.dataSource.query(`update pg_index set indisvalid = false where indexrelid = 'shelves_code'::regclass`);
  expect(await database.linesOf(up, false)).toEqual([]);
});

it('says what a migration with addIndex needs, when it runs in a transaction', async () => {
  const up = (runner: QueryRunner): Promise<void> => addIndex(runner, 'shelves_code', 'shelves (shop_id, label)');
  await expect(database.linesOf(up, true)).rejects.toThrow('the migration of shelves_code needs: readonly transaction = false');
});

describe('the migrations themselves', () => {
  const withMigrations = (migrations: Record<string, string>): Snapshot => ({ ...database.released, migrations });
  const before = (): Snapshot => withMigrations({ First1763700000000: 'a', Second1763800000000: 'b' });

  it.each([
    ['has gone away', { First1763700000000: 'a' }, 'database: the released migration Second1763800000000 has gone away'],
    [
      'has changed',
      { First1763700000000: 'x', Second1763800000000: 'b' },
      'database: the released migration First1763700000000 has changed',
    ],
    [
      'comes too early',
      { First1763700000000: 'a', Between1763750000000: 'c', Second1763800000000: 'b' },
      'database: the migration Between1763750000000 comes before a released one: give it a later time',
    ],
  ])('one that %s is refused', (_, migrations, line) => {
    expect(databaseBreaks(before(), withMigrations(migrations))).toEqual([line]);
  });

  it('of graphile-worker are refused if they stop its earlier versions', () => {
    const { worker } = database.released;
    const after = [...worker, { id: 90, breaking: false }, { id: 91, breaking: true }];
    expect(databaseBreaks(database.released, { ...database.released, worker: after })).toEqual([
      'database: migration 91 of graphile-worker stops the workers of the previous version',
    ]);
  });
});
