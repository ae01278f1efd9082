import { execFileSync } from 'node:child_process';
import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { aCustomer } from '../../support/builders/records.js';
import { command, expectRefusal, shopOps, type Ran } from '../../support/command-line.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

// The limit is high, because a command runs in a process of its own, which takes long on a busy machine.
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
  for (const name of ['First', 'Second, with a comma', 'Third']) {
    await aCustomer(shop.full, { name });
    service.clock.pass(1000);
  }
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

function exported(kind: string, ...args: string[]): Promise<Ran> {
  return shopOps(settings, 'export', kind, '--shop', shop.id, ...args);
}

/** Runs the command in this process, which takes a fraction of the time of a new process. */
function exportedHere(kind: string, ...args: string[]): Promise<Ran> {
  return command(settings, 'export', kind, '--shop', shop.id, ...args);
}

function namesOf(ndjson: string): string[] {
  return ndjson
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { name: string }).name);
}

test('an export writes only NDJSON to stdout, oldest first, with or without --json', async () => {
  const ran = await exported('customers');
  expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
  expect(namesOf(ran.stdout)).toEqual(['First', 'Second, with a comma', 'Third']);
  expect(await exportedHere('customers', '--json')).toMatchObject({ exitCode: 0, stdout: ran.stdout, stderr: '' });
});

test('an export as CSV has a header even without records', async () => {
  const { stdout } = await exportedHere('customers', '--format', 'csv');
  const [header, first] = stdout.split('\r\n');
  expect(header).toMatch(/^external_id,id,origin,created_at,name,/);
  expect(first).toContain(',service,2026-03-02T15:00:00.000Z,First,');
  expect(stdout).toContain(',"Second, with a comma",');
  const none = await exportedHere('vehicles', '--format', 'csv');
  expect(none).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^external_id,id,[^\n]*\r\n$/) });
  expect(await exportedHere('vehicles')).toMatchObject({ exitCode: 0, stdout: '' });
});

test('--out uses the format of the file’s ending, prints the number of records to stderr, and leaves no other file', async () => {
  const path = join(folder, 'out', 'customers.csv');
  expectRefusal(await exportedHere('customers', '--out', path, '--json'), 1, `${path} was not written`);
  const file = join(folder, 'customers.csv');
  await writeFile(file, 'what was there before');
  expect(await exportedHere('customers', '--out', file)).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: `customers: 3 rows in ${file}\n`,
  });
  expect(await readFile(file, 'utf8')).toMatch(/^external_id,id,/);
  const ndjson = join(folder, 'customers.txt');
  await exportedHere('customers', '--out', ndjson);
  expect(namesOf(await readFile(ndjson, 'utf8'))).toHaveLength(3);
  expect((await readdir(folder)).filter((name) => name.startsWith('customers')).sort()).toEqual([
    'customers.csv',
    'customers.txt',
  ]);
});

test('--out writes through a link to a file, and refuses a pipe or a link without a target at once', async () => {
  const own = await mkdtemp(join(folder, 'places-'));
  const at = (name: string): string => join(own, name);
  await writeFile(at('file.csv'), 'what was there before');
  await symlink(at('file.csv'), at('link.csv'));
  await symlink(at('nowhere'), at('lost.csv'));
  execFileSync('mkfifo', [at('pipe.csv')]);
  const out = (name: string): Promise<Ran> => exportedHere('customers', '--out', at(name), '--json');
  expect((await exportedHere('customers', '--out', at('link.csv'))).exitCode).toBe(0);
  expect([await readFile(at('file.csv'), 'utf8'), (await lstat(at('link.csv'))).isSymbolicLink()]).toEqual([
    expect.stringMatching(/^external_id,id,/),
    true,
  ]);
  expectRefusal(await out('pipe.csv'), 1, `${at('pipe.csv')} was not written: it is not a regular file`);
  expectRefusal(await out('lost.csv'), 1, /lost\.csv was not written: .*ENOENT/);
  expect((await readdir(own)).sort()).toEqual(['file.csv', 'link.csv', 'lost.csv', 'pipe.csv']);
});

test('an export that fails leaves the file as it was', async () => {
  const file = join(folder, 'kept.ndjson');
  await writeFile(file, 'what was there before');
  await service.sql('alter table vehicles rename column mileage to kilometres');
  try {
    expectRefusal(await exportedHere('vehicles', '--out', file, '--json'), 1, 'mileage');
  } finally {
    await service.sql('alter table vehicles rename column kilometres to mileage');
  }
  expect(await readFile(file, 'utf8')).toBe('what was there before');
  expect((await readdir(folder)).filter((name) => name.startsWith('kept'))).toEqual(['kept.ndjson']);
});

test('an export that fails before the first row prints one document, and exits 1 or 2', async () => {
  expectRefusal(await command(settings, 'export', 'customers', '--shop', crypto.randomUUID(), '--json'), 1, 'shop');
  expectRefusal(await command(settings, 'export', 'customers', '--shop', 'nonsense', '--json'), 1, 'shop');
  expectRefusal(await command(settings, 'export', 'horses', '--shop', shop.id, '--json'), 2, /horses/);
  expectRefusal(await command(settings, 'export', 'customers', '--shop', shop.id, '--format', 'xml', '--json'), 2, /xml/);
  expectRefusal(await command(settings, 'export', 'customers', '--json'), 2, '--shop');
});
