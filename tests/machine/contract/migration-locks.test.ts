import { alter, ReleasedDatabase } from './released-database.js';

let database: ReleasedDatabase;
beforeAll(async () => {
  database = await ReleasedDatabase.open();
});
beforeEach(() => database.begin());
afterAll(() => database.close());

const CONSTRAINT = 'reads all rows of shelves under a lock: add the constraint "not valid", and validate it in a later migration';
const INDEX = 'builds an index of shelves under a lock: use addIndex, and add the constraint "using index"';
it.each([
  [
    'an index',
    ['create index by_width on shelves (width)'],
    'builds the index by_width of shelves while nothing can write: use addIndex',
  ],
  ['a check', [alter('add check (place > 0)')], CONSTRAINT],
  ['a reference', [alter('add foreign key (shop_id) references shops (id)')], CONSTRAINT],
  ['a reference of a new column', [alter('add column owner uuid references shops (id)')], CONSTRAINT],
  ['a unique constraint', [alter('add unique (shop_id, label)')], INDEX],
  ['a unique new column', [alter('add column code text unique')], INDEX],
  [
    'a default that differs from row to row',
    [alter('add made timestamptz default clock_timestamp()')],
    'writes all rows of shelves anew while nothing can use the table',
  ],
  [
    'a type that is stored in another way',
    [alter('alter place type bigint')],
    'writes all rows of shelves anew while nothing can use the table',
  ],
  [
    'not null',
    [alter('alter width set not null')],
    'reads all rows of shelves while nothing can use it: an earlier migration must validate a check (width is not null)',
  ],
  [
    'a validation with its constraint',
    [alter('add constraint high check (place > 0) not valid'), alter('validate constraint high')],
    'reads all rows of shelves for high under the lock of its other changes: validate in a migration of its own',
  ],
  [
    'a change of rows',
    [`update shelves set label = ''`],
    'changes rows of shelves and keeps them locked to its end: go in parts, with transaction = false',
  ],
  [
    'a change of rows within a statement',
    ['with gone as (delete from shelves returning id) select count(*) from gone'],
    'deletes rows of shelves and keeps them locked to its end: go in parts, with transaction = false',
  ],
  ['a lock', ['lock table shelves'], 'locks the table shelves'],
  ['an index built anew', ['reindex table shelves'], 'builds the indexes of shelves while nothing can write'],
  [
    'hidden statements',
    ['do $$ begin lock table shelves; end $$'],
    'runs a block of code, in which nobody can see what it locks',
  ],
])('refuses a migration that keeps the version before waiting: %s', async (_, statements, line) => {
  expect(await database.linesOf(statements)).toContainEqual(line);
});

it('refuses an index that a failed try would leave behind', async () => {
  const line = 'cannot build the index by_width again after a failure: use addIndex';
  expect(await database.linesOf(['create index concurrently by_width on shelves (width)'], false)).toEqual([line]);
});

it('accepts the same in steps that keep nobody waiting', async () => {
  await database.dataSource.query(alter('add constraint wide check (width is not null) not valid'));
  await database.release();
  expect(await database.linesOf([alter('validate constraint wide')])).toEqual([]);
  expect(await database.linesOf([alter('alter width set not null')])).toEqual(['the column shelves.width has become not null']);
});
