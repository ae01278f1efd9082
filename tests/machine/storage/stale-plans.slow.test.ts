import pg from 'pg';
import { openDataSource } from '../../../adapters/areas/data-source.js';
import { openConnections, type DatabaseConnections } from '../../../adapters/postgres/pool.js';
import { lentBy } from '../../../adapters/postgres/transaction.js';
import { Database } from '../../../adapters/storage/database.js';
import { statement } from '../../../adapters/storage/statement.js';
import { Unavailable } from '../../../domain/shared/errors.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';

const POOL = 3;
const READ = statement('shelf.read', 'select id, label from shelf order by id');
const ADD = statement('shelf.add', 'insert into shelf (id, label) values ($1, $2) returning id, label');
const TOUCH = statement('shelf.touch', 'update shelf set label = label where id = $1');

let clone: TestDatabase;
let connections: DatabaseConnections;
let database: Database;
let sql: pg.Client;
/** the migration widens the column each time */
let width: number;

/** Another process changes the table. */
const migrate = (): Promise<unknown> => sql.query(`alter table shelf alter column label type varchar(${(width += 1)})`);

beforeEach(async () => {
  clone = await cloneDatabase();
  width = 40;
  sql = new pg.Client({ connectionString: clone.url });
  await sql.connect();
  await sql.query('create table shelf (id int primary key, label varchar(40))');
  const address = { url: clone.url, poolSize: POOL, ssl: false };
  connections = openConnections(address, await openDataSource(address));
  database = new Database(connections);
  await prepareEverywhere();
});
afterEach(async () => {
  await Promise.all([connections.pool.end(), connections.dataSource.destroy()]);
  await sql.end();
  await clone.drop();
});

/** Prepares the statements on every connection of both pools, so that a migration makes all of them stale. */
async function prepareEverywhere(): Promise<void> {
  const clients = await Promise.all(Array.from({ length: POOL }, () => connections.pool.connect()));
  const lent = await Promise.all(Array.from({ length: POOL }, () => lentBy(connections.dataSource)));
  for (const [place, client] of [...clients, ...lent.map((lease) => lease.client)].entries()) {
    await client.query({ ...READ, values: [] });
    await client.query({ ...ADD, values: [place, 'prepared'] });
  }
  await sql.query('delete from shelf');
  for (const client of clients) client.release();
  for (const { end } of lent) end(null);
}

const labels = async (): Promise<unknown[]> => (await database.read<{ label: string }>(READ, [])).map(({ label }) => label);

it('each statement has one plan for all values', async () => {
  const { rows } = await connections.pool.query<object>('show plan_cache_mode');
  expect(rows).toEqual([{ plan_cache_mode: 'force_generic_plan' }]);
});

it('reads and writes go on when a migration has made the plans of all connections stale', async () => {
  await migrate();
  expect(await database.write(ADD, [1, 'one'])).toEqual([{ id: 1, label: 'one' }]);
  await migrate();
  expect(await labels()).toEqual(['one']);
});

it('statements go on when one migration follows another', async () => {
  for (let n = 0; n < 5; n += 1) {
    await migrate();
    expect(await Promise.all(Array.from({ length: 16 }, labels))).toEqual(Array.from({ length: 16 }, () => []));
  }
});

describe('a unit of work goes on when a migration makes', () => {
  it('its first statement stale', async () => {
    await migrate();
    await database.transaction(() => database.write(ADD, [1, 'one']));
    expect(await labels()).toEqual(['one']);
  });

  it('each of its statements stale, also while it runs for the second time', async () => {
    let runs = 0;
    await migrate();
    await database.transaction(async () => {
      runs += 1;
      await database.write(ADD, [1, 'one']);
      expect(await labels()).toEqual(['one']);
      await database.write(ADD, [2, 'two']);
    });
    expect(runs).toBe(2);
    expect(await labels()).toEqual(['one', 'two']);
  });

  it('a statement of a part of it stale, whose error the unit ignores', async () => {
    await migrate();
    await database.transaction(async () => {
      await database.write(TOUCH, [1]);
      await database.transaction(() => database.write(ADD, [1, 'one'])).catch(() => undefined);
    });
    expect(await labels()).toEqual(['one']);
  });
});

it('two units of work that wait for each other are both stored', async () => {
  await database.write(ADD, [1, 'one']);
  await database.write(ADD, [2, 'two']);
  let waiting: (() => void) | null = null;
  /** Resolves when both units have come here, and at once when one comes for the second time. */
  const meet = (): Promise<void> => {
    if (waiting) return Promise.resolve(waiting());
    return new Promise((resolve) => (waiting = resolve));
  };
  const touch = (first: number, second: number): Promise<void> =>
    database.transaction(async () => {
      await database.write(TOUCH, [first]);
      await meet();
      await database.write(TOUCH, [second]);
    });
  await Promise.all([touch(1, 2), touch(2, 1)]);
});

it('a unit of work that is stale in each of its runs is refused, and nothing is stored', async () => {
  let runs = 0;
  const stale = Object.assign(new Error('cached plan must not change result type'), { code: '0A000' });
  const unit = database.transaction(async () => {
    runs += 1;
    await database.write(ADD, [1, 'one']);
    await database.onTransaction(() => Promise.reject(stale));
  });
  await expect(unit).rejects.toThrow(Unavailable);
  expect(runs).toBe(3);
  expect(await labels()).toEqual([]);
});
