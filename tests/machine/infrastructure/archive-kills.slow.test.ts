import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { fillWithMedia, mediaShop } from '../../support/carried-media.js';
import { bareEnvironment, run, shopOps, type Ran } from '../../support/command-line.js';
import { cloneDatabase } from '../../support/postgres.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

jest.setTimeout(600_000);

const ROWS = 20_000;
/** More of them, such as 20, make a longer run of the same test. */
const KILLS = Number(process.env['KILLS'] ?? '4');

let here: TestService;
let shop: TestShop;
let root: string;
let whole: string;
/** the milliseconds that an undisturbed run takes */
let took: { readonly exporting: number; readonly importing: number };

beforeAll(async () => {
  here = await startTestService();
  root = await mkdtemp(join(tmpdir(), 'archive-kills-test-'));
  shop = await here.shop();
  await fillWithMedia(here, shop, mediaShop());
  await here.sql(
    `insert into opt_outs (shop_id, number, source, note, since, version)
     select $1, '+1' || n, 'import', md5(n::text), now(), 1 from generate_series(1, ${ROWS}) n`,
    [shop.id],
  );
  await mkdir(join(root, 'archives'));
  whole = join(root, 'whole');
  const exporting = await timed(() => cli(here.databaseUrl, 'shop', 'export', shop.id, '--out', whole));
  const fresh = await cloneDatabase();
  const importing = await timed(() => cli(fresh.url, 'shop', 'import', whole));
  await fresh.drop();
  took = { exporting, importing };
});
afterAll(async () => {
  await here.stop();
  await rm(root, { recursive: true, force: true });
});

const settings = (url: string) => ({
  ...{ DATABASE_URL: url, SIGNING_KEYS: 'a-signing-key-of-the-tests', DATA_DIR: root, LOG_LEVEL: 'silent' },
  RECORDINGS: `file:${url === here.databaseUrl ? here.recordings.folder : join(root, 'files')}`,
});
const cli = (url: string, ...args: string[]): Promise<Ran> => shopOps(settings(url), ...args);

async function timed(work: () => Promise<Ran>): Promise<number> {
  const began = performance.now();
  expect(await work()).toMatchObject({ exitCode: 0 });
  return performance.now() - began;
}

/** Runs a command, and ends it at a random moment of the time that it takes. Returns its exit code. */
async function ended(signal: 'SIGKILL' | 'SIGTERM', time: number, url: string, ...args: string[]): Promise<number | null> {
  const child = spawn(process.execPath, ['bin/shop-ops.mjs', ...args], { env: bareEnvironment(settings(url)), stdio: 'ignore' });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  await Promise.race([closed, sleep(randomInt(50, Math.ceil(time)))]);
  child.kill(signal);
  return closed;
}

/** The number of the shop's opt-outs, when no statement of a killed command goes on. */
async function optOutsOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const others = 'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    while ((await client.query(others)).rowCount !== 0) await sleep(50);
    return (await client.query<{ n: number }>('select count(*)::int as n from opt_outs')).rows[0]?.n ?? 0;
  } finally {
    await client.end();
  }
}

test('after a kill of an export, what has the name of the archive is whole', async () => {
  const names = Array.from({ length: KILLS }, (_, turn) => join(root, 'archives', `${turn}.ndjson.gz`));
  for (const name of names) await ended('SIGKILL', took.exporting, here.databaseUrl, 'shop', 'export', shop.id, '--out', name);
  for (const name of (await readdir(join(root, 'archives'))).filter((each) => each.endsWith('.gz'))) {
    const fresh = await cloneDatabase();
    expect(await cli(fresh.url, 'shop', 'import', join(root, 'archives', name))).toMatchObject({ exitCode: 0 });
    await fresh.drop();
  }
});

test('a full disk leaves no archive', async () => {
  // A file may have 16 kB: for the process this is what a full disk is, and it has no other one.
  const limited = `ulimit -f 16; exec node bin/shop-ops.mjs shop export ${shop.id} --out ${join(root, 'full')}`;
  const ran = await run('bash', ['-c', limited], settings(here.databaseUrl));
  expect(ran).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('EFBIG') });
  expect((await readdir(root)).filter((name) => name.startsWith('full'))).toEqual([]);
});

test('after a kill of an import the shop is there or not, and the same import ends it', async () => {
  for (let turn = 0; turn < KILLS; turn += 1) {
    const fresh = await cloneDatabase();
    try {
      await ended('SIGKILL', took.importing, fresh.url, 'shop', 'import', whole);
      const found = await optOutsOf(fresh.url);
      expect([0, ROWS]).toContain(found);
      if (found === 0) expect(await cli(fresh.url, 'shop', 'import', '--keep-ids', whole)).toMatchObject({ exitCode: 0 });
      expect(await optOutsOf(fresh.url)).toBe(ROWS);
      expect((await cli(fresh.url, 'outgoing', 'status', '--json')).document.pauses).toHaveLength(4);
    } finally {
      await fresh.drop();
    }
  }
});

test('an import that a signal ends has brought nothing, or has ended before it', async () => {
  for (let turn = 0; turn < KILLS; turn += 1) {
    const fresh = await cloneDatabase();
    try {
      const exitCode = await ended('SIGTERM', took.importing, fresh.url, 'shop', 'import', whole);
      expect(await optOutsOf(fresh.url)).toBe(exitCode === 0 ? ROWS : 0);
    } finally {
      await fresh.drop();
    }
  }
});
