import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { bareEnvironment } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';
import { ImportFiles } from '../../support/import-files.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

jest.setTimeout(120_000);

let service: TestService;
let shop: TestShop;
let files: ImportFiles;
let settings: Record<string, string> = {};

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  files = await ImportFiles.open();
  settings = { DATABASE_URL: service.databaseUrl, SIGNING_KEYS: 'a-signing-key-of-the-tests', DATA_DIR: files.folder };
});

afterAll(async () => {
  await service.stop();
  await files.close();
});

/** Finds the lock that an import holds until it ends. */
const RUNNING = `select 1 as one from pg_locks l join pg_database d on d.oid = l.database
  where d.datname = current_database() and l.locktype = 'advisory' and l.classid = 71408 and l.granted`;

test.each(['--strict', '--dry-run'])(
  'an import with %s stores nothing if it is stopped, and announces no resumption',
  async (option) => {
    const rows = Array.from({ length: 60_000 }, (_, index) => `,Stopped,stopped${index}@example.com`);
    const path = await files.write(`stopped${option}.csv`, `external_id,name,email\n${rows.join('\n')}\n`);
    const child = spawn(process.execPath, ['bin/shop-ops.mjs', 'import', 'customers', path, '--shop', shop.id, option], {
      env: bareEnvironment(settings),
    });
    let errorOutput = '';
    child.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()));
    const ended = new Promise((resolve) => child.once('close', resolve));
    const isRunning = async (): Promise<boolean> => (await service.sql(RUNNING)).length > 0;
    expect(await eventually(isRunning, Boolean, 60_000)).toBe(true);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(errorOutput).toContain('shop-ops: stopped: nothing was stored\n');
    const stored = `select count(*)::int as n from customers where shop_id = $1 and name = 'Stopped'`;
    expect(await service.sql(stored, [shop.id])).toEqual([{ n: 0 }]);
  },
);
