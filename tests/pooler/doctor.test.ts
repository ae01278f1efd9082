import { checkPooler } from '../../infrastructure/doctor/check-pooler.js';
import { command } from '../support/command-line.js';
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

describe('a database that cannot be opened', () => {
  const NOBODY = 'postgres://shop:secret@127.0.0.1:9/shop';

  /** The finding of the doctor about the database. */
  async function opening(url: string, directUrl: string): Promise<unknown> {
    const env = { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, SIGNING_KEYS: 'a-signing-key-of-the-tests' };
    const { document, stdout } = await command(env, 'doctor', '--json');
    expect(stdout).not.toContain('secret');
    return (document.findings as { check: string }[]).find(({ check }) => check === 'database');
  }

  async function throughPooler(
    settings: Readonly<Record<string, unknown>>,
    opened: (url: string) => Promise<unknown>,
  ): Promise<unknown> {
    const pooler = await openPooler(database.url, settings);
    try {
      return await opened(pooler.through(database.url));
    } finally {
      await pooler.stop();
    }
  }

  test('is reported with the address and the setting of PostgreSQL itself, if that one fails', async () => {
    expect(await throughPooler({}, (url) => opening(url, NOBODY))).toMatchObject({
      status: 'fail',
      detail: expect.stringMatching(/^the database shop at 127\.0\.0\.1:9 cannot be opened: .*ECONNREFUSED/),
      advice: expect.stringMatching(/^check that PostgreSQL runs there, and that DATABASE_DIRECT_URL has /),
    });
  });

  test('is reported with the address and the setting of the pooler, if that one fails', async () => {
    expect(await opening(NOBODY, database.url)).toMatchObject({
      status: 'fail',
      detail: expect.stringMatching(/^the database shop at 127\.0\.0\.1:9 cannot be opened: .*ECONNREFUSED/),
      advice: expect.stringMatching(/^check that the pooler runs there and reaches PostgreSQL, and that DATABASE_URL has /),
    });
  });

  test('is reported with what must be changed in the pooler, and not with its address', async () => {
    const mode = { pool_mode: 'statement' };
    expect(await throughPooler(mode, (url) => opening(url, database.url))).toMatchObject({
      detail: expect.stringMatching(/ cannot be opened: the pooler is in statement mode$/),
      advice: 'set its pool_mode to transaction',
    });
  });

  test.each([
    ['in transaction mode', {}],
    ['that ignores the options of a session', { ignore_startup_parameters: 'options' }],
    ['in session mode', { pool_mode: 'session', ignore_startup_parameters: 'options' }],
    ['in statement mode', { pool_mode: 'statement', ignore_startup_parameters: 'options' }],
  ])('is reported as swapped, if the database is at DATABASE_URL and a pooler %s at the other address', async (_, mode) => {
    expect(await throughPooler(mode, (url) => opening(database.url, url))).toMatchObject({
      status: 'fail',
      detail: expect.stringMatching(
        /cannot be opened: PostgreSQL itself answers at DATABASE_URL, and a pooler at DATABASE_DIRECT_URL$/,
      ),
      advice: 'swap the two addresses',
    });
  });
});
