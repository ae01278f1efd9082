import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Database } from '../../../adapters/storage/database.js';
import { bareEnvironment, run } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

jest.setTimeout(120_000);

let service: TestService;
let shop: TestShop;
let folder = '';
let settings: Record<string, string> = {};

beforeAll(async () => {
  service = await startTestService();
  shop = await service.shop();
  folder = await mkdtemp(join(tmpdir(), 'export-command-test-'));
  settings = { DATABASE_URL: service.databaseUrl, SIGNING_KEYS: 'a-signing-key-of-the-tests', DATA_DIR: folder };
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

test('an export that is stopped leaves no file', async () => {
  const child = spawn(
    process.execPath,
    ['bin/shop-ops.mjs', 'export', 'customers', '--shop', shop.id, '--out', join(folder, 'stopped.csv')],
    {
      env: bareEnvironment(settings),
      stdio: 'ignore',
    },
  );
  const ended = once(child, 'close');
  const parts = async (): Promise<string[]> => (await readdir(folder)).filter((name) => name.startsWith('stopped'));
  await service.container.get(Database).onOwnConnection(async (client) => {
    await client.query('begin; lock table customers');
    expect(await eventually(parts, (found) => found.length > 0, 60_000)).toEqual([
      expect.stringMatching(/^stopped\.csv\.[0-9a-f]+\.part$/),
    ]);
    child.kill('SIGINT');
  });
  expect(await ended).toEqual([130, null]);
  expect(await parts()).toEqual([]);
});

test('an export ends without an error if its reader stops reading', async () => {
  await service.sql(
    `insert into customers (shop_id, id, name, tags, is_vip, consent_source, created_at, version)
     select $1, gen_random_uuid(), repeat('x', 150), '{}', false, 'unknown', now(), 1 from generate_series(1, 20000)`,
    [shop.id],
  );
  const child = spawn(process.execPath, ['bin/shop-ops.mjs', 'export', 'customers', '--shop', shop.id], {
    env: bareEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
  child.stdout.once('data', () => child.stdout.destroy());
  const exitCode = await new Promise((resolve) => child.once('close', resolve));
  expect({ exitCode, errorOutput }).toEqual({ exitCode: 0, errorOutput: '' });
});

test.each([['export customers --shop'], ['shop show']])(
  '%s fails with one line if its output cannot be written',
  async (command) => {
    const ran = await run(
      '/bin/sh',
      ['-c', `exec '${process.execPath}' bin/shop-ops.mjs ${command} ${shop.id} > /dev/full`],
      settings,
    );
    // stdout cannot be written to, so there is no JSON document.
    expect(ran).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/^shop-ops: ENOSPC[^\n]+\n$/) });
  },
);
