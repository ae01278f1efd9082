import { refusalOf } from '../../../adapters/postgres/database-errors.js';
import { Database } from '../../../adapters/storage/database.js';
import { violatedUnique } from '../../../adapters/storage/violated-unique.js';
import { statement } from '../../../adapters/storage/statement.js';
import { Unavailable } from '../../../domain/shared/errors.js';
import { sharedTestService, type TestService } from '../../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

it('a statement with a value too many is a mistake of ours, and no outage of the database', async () => {
  const wrong = statement('tests.wrong', 'select $1::int as one');
  const failed = service.container.get(Database).read(wrong, [1, 2]);
  await expect(failed).rejects.toMatchObject({ code: '08P01', message: expect.stringMatching(/^bind message supplies 2/) });
  await expect(failed).rejects.not.toBeInstanceOf(Unavailable);
});

it('a mistake in a statement is told with its name, also where a table may be missing for a while', async () => {
  const database = service.container.get(Database);
  const statements = ['select nothing from leads', 'select 1 from no_such_table'].map((text) =>
    statement('tests.mistaken', text),
  );
  const [column, table] = await Promise.allSettled(statements.map((each) => database.read(each, [])));
  expect(column).toMatchObject({ reason: { code: '42703', statement: 'tests.mistaken' } });
  const reason = '42P01: relation "no_such_table" does not exist, in tests.mistaken';
  expect(table).toMatchObject({ reason: { cause: { message: reason } } });
});

it.each(['server conn crashed?', 'query_wait_timeout', 'pgbouncer cannot connect to server'])(
  'the same code with the words of a pooler is an outage: %s',
  (message) => {
    expect(refusalOf(Object.assign(new Error(message), { code: '08P01' }))).toBeInstanceOf(Unavailable);
  },
);

it.each([
  'failure on connection marked as essential: 127.0.0.1:5602',
  'terminating connection due to unexpected postmaster exit',
  'could not commit transaction for shard 102036 on at least one active node',
  'SSL SYSCALL error: EOF detected\ninvalid socket',
])('a server of Citus that is lost is an outage: %s', (message) => {
  expect(refusalOf(Object.assign(new Error(message), { code: 'XX000' }))).toBeInstanceOf(Unavailable);
  expect(refusalOf(Object.assign(new Error('unexpected state'), { code: 'XX000' }))).not.toBeInstanceOf(Unavailable);
});

it('a server that the coordinator of Citus has lost costs no connection, and refuses no statement that waits', async () => {
  const database = service.container.get(Database);
  await service.sql(`create function lost_server() returns int language plpgsql as $$ begin
      perform pg_sleep(0.3); raise 'connection to the remote node failed' using errcode = '08006'; end $$`);
  await service.sql('grant execute on function lost_server() to public');
  const { pool } = service.connections;
  let closed = 0;
  const count = (): number => (closed += 1);
  pool.on('remove', count);
  const other = statement('leads.tests_other', 'select 1 as one from pg_sleep(0.05)');
  const failed = Array.from({ length: 5 }, () => database.read(statement('leads.tests_lost', 'select lost_server()'), []));
  const waiting = Array.from({ length: 20 }, () => database.read(other, []));
  for (const one of await Promise.allSettled(failed)) expect(one).toMatchObject({ reason: expect.any(Unavailable) });
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 20 }, () => [{ one: 1 }]));
  pool.off('remove', count);
  expect(closed).toBe(0);
});

describe('the unique index that a write violated', () => {
  const refused = (fields: object, message = 'duplicate key value violates unique constraint "customers_email"'): Error =>
    Object.assign(new Error(message), { code: '23505', ...fields });

  it.each([
    ['PostgreSQL', refused({ table: 'customers', constraint: 'customers_email' })],
    ['the coordinator of Citus', refused({ table: 'customers_102036', constraint: 'customers_email_102036' })],
    ['a worker of Citus', refused({}, 'duplicate key value violates unique constraint "customers_email_102036"')],
    [
      'a worker with another language',
      refused({}, 'doppelter Schlüsselwert verletzt Unique-Constraint »customers_email_102036«'),
    ],
  ])('has the same name when %s tells it', (_, error) => {
    expect(violatedUnique(error)).toBe('customers_email');
  });

  it('keeps a number that belongs to its name', () => {
    expect(violatedUnique(refused({ table: 'customers', constraint: 'customers_email_2' }))).toBe('customers_email_2');
  });

  it('is unknown when something else was wrong', () => {
    expect(violatedUnique(Object.assign(new Error('customers_email_102036'), { code: '23503' }))).toBeNull();
  });
});
