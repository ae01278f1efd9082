import { connect } from '../../infrastructure/database/database.js';
import { readConfig } from '../../infrastructure/settings/config.js';
import { Assembly } from '../../infrastructure/extensions/assembly.js';
import { openPooler, type Pooler } from '../support/poolers.js';
import { cloneDatabase, type TestDatabase } from '../support/postgres.js';

let database: TestDatabase;
let other: TestDatabase;

beforeAll(async () => {
  [database, other] = [await cloneDatabase(), await cloneDatabase()];
});
afterAll(() => Promise.all([database.drop(), other.drop()]));

/** Starts a PgBouncer with these settings, and opens the database through it as the service does. */
async function opened(settings: Readonly<Record<string, unknown>>, direct: (pooler: Pooler) => string | null): Promise<string> {
  const pooler = await openPooler(database.url, settings);
  try {
    const directUrl = direct(pooler);
    const env = { DATABASE_URL: pooler.through(database.url), SIGNING_KEYS: 'a-signing-key-of-the-tests', DATABASE_POOL: '1' };
    const config = readConfig({ ...env, ...(directUrl !== null && { DATABASE_DIRECT_URL: directUrl }) }, false);
    const dataSource = await connect(config, env.DATABASE_URL, new Assembly([]).schema);
    await dataSource.destroy();
    return 'opened';
  } catch (error) {
    return (error as Error).message.replace(/^.* cannot be opened: /, '');
  } finally {
    await pooler.stop();
  }
}

const itself = (): string => database.url;
const direct = 'set DATABASE_DIRECT_URL to the address of PostgreSQL itself, see docs/operating.md';
const set = `a pooler answers at DATABASE_URL: ${direct}`;
const newer = 'use PgBouncer 1.21 or newer, with max_prepared_statements above 0';

test.each<[string, Readonly<Record<string, unknown>>, (pooler: Pooler) => string | null, string]>([
  ['in transaction mode', {}, itself, 'opened'],
  ['in session mode', { pool_mode: 'session' }, itself, 'opened'],
  ['in session mode without prepared statements', { pool_mode: 'session', max_prepared_statements: 0 }, itself, 'opened'],
  ['in statement mode', { pool_mode: 'statement' }, itself, 'the pooler is in statement mode: set its pool_mode to transaction'],
  ['without prepared statements', { max_prepared_statements: 0 }, itself, `the pooler keeps no prepared statements: ${newer}`],
  ['without an address of the database', {}, () => null, `unsupported startup parameter in options: plan_cache_mode: ${set}`],
  ['that ignores the options of a session', { ignore_startup_parameters: 'options' }, () => null, set],
  ['at both addresses', {}, (pooler) => pooler.through(database.url), `a pooler answers at DATABASE_DIRECT_URL, too: ${direct}`],
  [
    'with the address of another database',
    {},
    () => other.url,
    'DATABASE_DIRECT_URL leads to another database than DATABASE_URL: let both lead to one database of one server',
  ],
])('a pooler %s is taken, or refused by what must be changed', async (_, settings, directUrl, outcome) => {
  expect(await opened(settings, directUrl)).toBe(outcome);
});
