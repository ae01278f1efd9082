import { checkPooler } from '../../infrastructure/doctor/check-pooler.js';
import { cloneDatabase, type TestDatabase } from '../support/postgres.js';
import { openPooler } from '../support/poolers.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

async function found(settings: Readonly<Record<string, unknown>>): Promise<unknown> {
  const pooler = await openPooler(database.url, settings);
  try {
    return await checkPooler(pooler.through(database.url), false);
  } finally {
    await pooler.stop();
  }
}

test('the doctor accepts a PgBouncer in which statements wait for at most a second', async () => {
  expect(await found({})).toMatchObject({ check: 'pooler', status: 'ok' });
});

test.each([120, 0])('the doctor warns of a PgBouncer with query_wait_timeout = %d', async (wait) => {
  expect(await found({ query_wait_timeout: wait })).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining(`query_wait_timeout is ${wait}:`),
    advice: 'set query_wait_timeout = 1 in pgbouncer.ini',
  });
});

test('the doctor says what a PgBouncer needs that does not show its settings', async () => {
  expect(await found({ stats_users: '' })).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('cannot be read'),
    advice: 'if it is PgBouncer, add the user of DATABASE_URL to its stats_users',
  });
});
