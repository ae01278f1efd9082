import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { fillWithMedia, mediaShop } from '../../support/carried-media.js';
import { bareEnvironment, run, shopOps, type Ran } from '../../support/command-line.js';
import { cloneDatabase } from '../../support/postgres.js';
import { startTestService, type TestService } from '../../support/service.js';
import { throwAwayDatabases } from './backed-up.js';

jest.setTimeout(600_000);

const ROWS = 40_000;
/** More of them, such as 20, make a longer run of the same test. */
const KILLS = Number(process.env['KILLS'] ?? '4');

let here: TestService;
let root: string;
let whole: string;
/** the milliseconds that an undisturbed run takes */
const took: Record<string, number> = {};

beforeAll(async () => {
  here = await startTestService();
  root = await mkdtemp(join(tmpdir(), 'backup-kills-test-'));
  const shop = await here.shop();
  await fillWithMedia(here, shop, mediaShop());
  await here.sql(
    `insert into vin_decodes (vin, decode, decoded_at)
     select lpad(n::text, 17, '0'), jsonb_build_object('make', repeat('x', 200)), now() from generate_series(1, ${ROWS}) n`,
  );
  const ran = await timed('backup', () => cli(here.databaseUrl, 'backup', '--to', join(root, 'whole'), '--json'));
  whole = ran.document.path;
});
afterAll(async () => {
  await here.stop();
  await rm(root, { recursive: true, force: true });
});

const settings = (url: string) => ({
  ...{ DATABASE_URL: url, SIGNING_KEYS: 'a-signing-key-of-the-tests', DATA_DIR: root, LOG_LEVEL: 'silent' },
  RECORDINGS: `file:${here.recordings.folder}`,
});
const cli = (url: string, ...args: string[]): Promise<Ran> => shopOps(settings(url), ...args);

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  return work().finally(() => {
    took[what] = performance.now() - began;
  });
}

/** Runs a command, and kills it at a random moment of the time that it takes. */
async function killed(what: string, url: string, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, ['bin/shop-ops.mjs', ...args], { env: bareEnvironment(settings(url)), stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await Promise.race([ended, sleep(randomInt(50, Math.ceil(took[what] ?? 1000)))]);
  child.kill('SIGKILL');
  await ended;
}

test('after a kill of a backup, what has its name is whole', async () => {
  const to = join(root, 'killed');
  for (let turn = 0; turn < KILLS; turn += 1) await killed('backup', here.databaseUrl, 'backup', '--to', to);
  const made = (await readdir(to).catch(() => [])).filter((name) => name.startsWith('backup-'));
  for (const name of made) expect(await cli(here.databaseUrl, 'backup', 'verify', join(to, name))).toMatchObject({ exitCode: 0 });
  expect(await cli(here.databaseUrl, 'backup', '--to', to, '--keep', '1')).toMatchObject({ exitCode: 0 });
  expect((await readdir(to)).filter((name) => name.startsWith('backup-'))).toHaveLength(1);
});

test('a full disk leaves no backup, and the next one is whole', async () => {
  const to = join(root, 'full');
  // A file may have 16 kB: for the process this is what a full disk is, and it has no other one.
  const limited = `ulimit -f 16; exec node bin/shop-ops.mjs backup --to ${to}`;
  const ran = await run('bash', ['-c', limited], settings(here.databaseUrl));
  expect(ran).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('EFBIG') });
  expect((await readdir(to)).filter((name) => name !== 'files')).toEqual([]);
  expect(await cli(here.databaseUrl, 'backup', '--to', to, '--verify')).toMatchObject({ exitCode: 0 });
});

test('after kills of a verification, the next one finds nothing in its way, and leaves no database', async () => {
  await timed('verify', () => cli(here.databaseUrl, 'backup', 'verify', whole));
  for (let turn = 0; turn < KILLS; turn += 1) await killed('verify', here.databaseUrl, 'backup', 'verify', whole);
  // PostgreSQL notices the end of a killed process a moment later.
  let ran = await cli(here.databaseUrl, 'backup', 'verify', whole);
  while (ran.stderr.includes('another process verifies')) ran = await cli(here.databaseUrl, 'backup', 'verify', whole);
  expect(ran).toMatchObject({ exitCode: 0 });
  expect(await throwAwayDatabases(here)).toEqual([]);
});

test('after a kill of a restore, the database is refused or whole, and the same restore ends it', async () => {
  const first = await cloneDatabase('template0');
  await timed('restore', () => cli(first.url, 'restore', whole));
  await first.drop();
  for (let turn = 0; turn < KILLS; turn += 1) {
    const copy = await cloneDatabase('template0');
    try {
      await killed('restore', copy.url, 'restore', whole);
      const isBegunNow = await isBegun(copy.url);
      if (isBegunNow) expect((await cli(copy.url, 'migrate', 'up')).stderr).toContain('not wholly restored');
      // Killed before its first step, it has left an empty database, which the same restore takes, too.
      if (!(await isFinished(copy.url))) expect(await cli(copy.url, 'restore', whole)).toMatchObject({ exitCode: 0 });
      expect(await isFinished(copy.url)).toBe(true);
    } finally {
      await copy.drop();
    }
  }
});

async function isBegun(url: string): Promise<boolean> {
  return (await asked<{ there: boolean }>(url, `select to_regclass('unfinished_restore') is not null as there`)).there;
}

async function isFinished(url: string): Promise<boolean> {
  if (await isBegun(url)) return false;
  const { there } = await asked<{ there: boolean }>(url, `select to_regclass('vin_decodes') is not null as there`);
  if (!there) return false;
  expect(
    await asked(
      url,
      'select (select count(*)::int from vin_decodes) as n, (select count(*)::int from outgoing_pauses) as pauses',
    ),
  ).toEqual({
    n: ROWS,
    pauses: 4,
  });
  return true;
}

async function asked<Row>(url: string, sql: string): Promise<Row> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows[0] as Row; // safe: the select list names the properties
  } finally {
    await client.end();
  }
}
