import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { DemoFile } from '../../../infrastructure/demo-data/demo-file.js';
import { DEMO_SHOPS } from '../../../infrastructure/demo-data/demo-shops.js';
import { command, expectRefusal, type Ran } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';
import { addressesAt } from '../../../infrastructure/server/welcome.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { startWholeService } from '../../support/whole-service.js';

// The limit is high, because the tests load the demo several times, which takes long on a busy machine.
jest.setTimeout(120_000);

const SHOPS = DEMO_SHOPS.map(({ id, name, timezone, country, currency }) => ({ id, name, timezone, country, currency }));
const KEYS = { full: expect.stringMatching(/^sk_shop_/), read: expect.stringMatching(/^sk_shop_/) };

let database: TestDatabase;
let dataDir = '';
let settings: Record<string, string> = {};
/** the first load of the demo */
let loaded: Ran;

beforeAll(async () => {
  database = await cloneDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'demo-command-test-'));
  settings = { DATABASE_URL: database.url, SIGNING_KEYS: 'a-signing-key-of-the-tests', DATA_DIR: dataDir };
  loaded = await cli('demo', 'load', '--json');
});

afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function cli(...args: string[]): Promise<Ran> {
  return command(settings, ...args);
}

test('demo load prints shops, keys and speed once, and later that nothing was changed', async () => {
  expect(loaded).toMatchObject({ exitCode: 0, stderr: '' });
  expect(loaded.document).toEqual({
    shop_id: SHOPS[0]!.id,
    created: true,
    keys: KEYS,
    shops: SHOPS,
    records: expect.any(Number),
    records_per_second: expect.any(Number),
  });
  expect((await cli('demo', 'load', '--json')).document).toEqual({
    shop_id: SHOPS[0]!.id,
    created: false,
    keys: null,
    shops: SHOPS,
  });
  expect((await cli('demo', 'load', '--size', 'small')).stdout).toMatch(/exists already: nothing was changed\.\n$/);
  expectRefusal(await cli('demo', 'load', '--size', 'large', '--json'), 1, 'reset --size large');
  expectRefusal(await cli('demo', 'load', '--size', 'huge', '--json'), 2, 'Allowed choices are small, large');
});

test('reset works beside the running service, which accepts only the new keys at once, keeps other shops, and updates the notes', async () => {
  const service = await startWholeService(database.url, { DATA_DIR: dataDir, DEMO: 'off' });
  try {
    const other = await service.key(await service.shop());
    const old = service.as(loaded.document.keys.full as string);
    expect((await old.get('/me')).status).toBe(200);
    const { document, exitCode } = await command({ ...settings, DEMO: 'on' }, 'reset', '--json');
    expect(exitCode).toBe(0);
    expect(document).toMatchObject({ created: true, keys: KEYS, shops: SHOPS });
    expect(
      await eventually(
        async () => (await old.get('/me')).status,
        (status) => status === 401,
      ),
    ).toBe(401);
    expect((await service.as(document.keys.full as string).get('/leads')).body.data).toHaveLength(25);
    expect((await other.get('/me')).status).toBe(200);
    expect(JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))).toMatchObject({
      shop_id: SHOPS[0]!.id,
      keys: document.keys,
    });
  } finally {
    await service.stop();
  }
});

test('demo env prints the address and the key of the running demo for a shell, and says what is wrong otherwise', async () => {
  const service = await startWholeService(database.url, { DATA_DIR: dataDir, DEMO: 'off' });
  const other = await startWholeService(database.url, { DATA_DIR: dataDir, DEMO: 'off' });
  const file = new DemoFile(dataDir);
  const keys = file.read()?.keys ?? { full: '', read: '' };
  const noteAt = async (url: string, full = keys.full): Promise<void> => {
    await file.write({ ...addressesAt(url), shop_id: SHOPS[0]!.id, keys: { ...keys, full } });
  };
  try {
    await noteAt(service.url);
    const { stdout, exitCode } = await cli('demo', 'env');
    const { url } = service;
    expect([exitCode, stdout]).toEqual([
      0,
      `KEY='${keys.full}'\nAPI='${url}/api/v1'\nMCP='${url}/api/mcp'\nSHOP='${SHOPS[0]!.id}'\n`,
    ]);
    await noteAt(other.url);
    await other.stop();
    expectRefusal(await cli('demo', 'env', '--json'), 1, `nothing answers at ${other.url}: start the demo with npm start`);
    await noteAt(service.url, 'sk_shop_of_another_database');
    expectRefusal(await cli('demo', 'env', '--json'), 1, 'is it another service?');
  } finally {
    await service.stop();
  }
  const nowhere = await command({ ...settings, DATA_DIR: join(dataDir, 'nowhere') }, 'demo', 'env', '--json');
  expectRefusal(nowhere, 1, 'start it with npm start');
});
