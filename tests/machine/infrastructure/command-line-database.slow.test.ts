import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { command, expectRefusal, shopOps, type Ran } from '../../support/command-line.js';
import { FakeTwilio } from '../../support/fakes/twilio/fake-twilio.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { startWholeService } from '../../support/whole-service.js';

const provider = new FakeTwilio();
let database: TestDatabase;
let dataDir = '';
let settings: Record<string, string> = {};

beforeAll(async () => {
  await provider.start();
  database = await cloneDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'command-line-test-'));
  settings = { DATABASE_URL: database.url, SIGNING_KEYS: 'a-signing-key-of-the-tests', DATA_DIR: dataDir };
});

afterAll(async () => {
  await provider.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('a database that is not usable', () => {
  test('gives one line for a wrong setting, an unreachable server or missing tables', async () => {
    expectRefusal(
      await command({ ...settings, RATE_LIMIT: 'many' }, 'shop', 'list', '--json'),
      1,
      /^shop-ops: RATE_LIMIT must be/,
    );
    const nobody = await closedPort();
    const away = `postgres://someone:a-password@127.0.0.1:${nobody}/shop`;
    const refused = await command({ ...settings, DATABASE_URL: away }, 'shop', 'list', '--json');
    expectRefusal(refused, 1, `127.0.0.1:${nobody}`);
    expect(refused.stderr).not.toContain('a-password');
  });

  test('is updated, reported and reverted by migrate, and other commands refuse it until it is up to date', async () => {
    const own = await cloneDatabase('template0');
    const migrate = async (...args: string[]): Promise<Ran['document']> =>
      (await command({ ...settings, DATABASE_URL: own.url, DATABASE_POOL: '1' }, 'migrate', ...args, '--json')).document;
    const there = { ...settings, DATABASE_URL: own.url };
    try {
      const before = await migrate('status');
      const names = before.migrations.map(({ name }: { name: string }) => name) as string[];
      expect([before.pending, names.length]).toEqual([names.length, names.length]);
      expectRefusal(await command(there, 'migrate', 'down', '--json'), 1, 'no migration is applied');
      expectRefusal(await command(there, 'shop', 'list', '--json'), 1, 'run shop-ops migrate up');
      const ill = await command(there, 'doctor', '--json');
      expect(ill.document.findings).toContainEqual(
        expect.objectContaining({ check: 'migrations', status: 'fail', advice: 'run shop-ops migrate up' }),
      );
      expect(await migrate('up')).toEqual({ applied: names });
      expect(await migrate('up')).toEqual({ applied: [] });
      expect((await command(there, 'shop', 'list', '--json')).document).toEqual([]);
      for (const newest of names.slice(-2).reverse()) expect(await migrate('down')).toEqual({ reverted: newest });
      expect(await migrate('status')).toMatchObject({ pending: 2 });
      expectRefusal(await command(there, 'shop', 'list', '--json'), 1, 'run shop-ops migrate up');
      expect(await migrate('up')).toEqual({ applied: names.slice(-2) });
    } finally {
      await own.drop();
    }
  });
});

describe('the doctor command', () => {
  test('finds a sound deployment sound, and warns of settings that may be unintended', async () => {
    const twilio = {
      ...{ TEXT_PROVIDER: 'twilio', TWILIO_API_URL: provider.url },
      ...{ TWILIO_ACCOUNT_SID: provider.accountSid, TWILIO_AUTH_TOKEN: provider.authToken },
    };
    const worker = await startWholeService(database.url);
    const sound = await command({ ...settings, ...twilio, PUBLIC_URL: worker.url }, 'doctor', '--json');
    await worker.stop();
    expect(sound).toMatchObject({ exitCode: 0, stderr: '' });
    const found = sound.document.findings as { check: string; status: string; detail: string; advice: string | null }[];
    expect(found.map(({ check }) => check)).toEqual([
      ...['settings', 'node', 'vin decoder', 'texts', 'webhooks', 'public address', 'provider', 'traces', 'data folder', 'disk'],
      ...[
        'recordings',
        'database',
        'rights',
        'database disk',
        'database version',
        'encoding',
        'collation',
        'migrations',
        'clock',
      ],
      ...['lines', 'queue', 'workers', 'outgoing', 'webhook secrets'],
    ]);
    // The Node of the tests may be an old one.
    for (const finding of found.filter(({ check }) => check !== 'node'))
      expect(finding).toEqual({ check: finding.check, status: 'ok', detail: expect.any(String), advice: null });
    const doubtful = await command({ ...settings, RATE_LIMIT: '0', VIN_DECODER_URL: 'off' }, 'doctor', '--json');
    expect(doubtful.exitCode).toBe(0);
    expect(doubtful.document.status).toBe('warn');
    const machine = ['node', 'workers'];
    const warned = (doubtful.document.findings as typeof found).filter(
      (one) => one.status === 'warn' && !machine.includes(one.check),
    );
    expect(warned.map(({ check }) => check)).toEqual(['rate limit', 'public address', 'vin decoder', 'texts']);
    for (const { advice } of warned) expect(advice).toMatch(/\w/);
    expect(warned.at(-1)?.detail).toContain('the paths that Twilio calls answer 404');
    const unreached = await command({ ...settings, ...twilio, DEMO: 'on' }, 'doctor', '--json');
    for (const [check, detail] of [
      ['texts', 'PUBLIC_URL is not set'],
      ['demo texts', 'made-up customers'],
    ])
      expect(unreached.document.findings).toContainEqual(
        expect.objectContaining({ check, status: 'warn', detail: expect.stringContaining(detail ?? '') }),
      );
  });

  test('warns of a shop from which no text can go out', async () => {
    const lines = async () => {
      const { findings } = (await command(settings, 'doctor', '--json')).document;
      return (findings as { check: string; status: string; detail: string }[]).find(({ check }) => check === 'lines');
    };
    const { id } = (await command(settings, 'shop', 'create', '--name', 'Quiet Motors', '--country', 'CA', '--json')).document;
    expect(await lines()).toMatchObject({ status: 'warn', detail: expect.stringContaining('Quiet Motors') });
    const add = ['number', 'add', '--shop', id as string, '--json', '--number'];
    await command(settings, ...add, '613 555 0181', '--no-sending');
    expect(await lines()).toMatchObject({ status: 'warn' });
    await command(settings, ...add, '613 555 0182');
    expect(await lines()).toMatchObject({ status: 'ok' });
  });

  test('changes nothing: it does not create an embedded database to check it', async () => {
    const empty = join(dataDir, 'nothing-yet');
    const { exitCode, document } = await shopOps({ DATA_DIR: empty }, 'doctor', '--json');
    expect([exitCode, document.status]).toEqual([0, 'warn']);
    expect(document.findings).toContainEqual(
      expect.objectContaining({ check: 'database', status: 'warn', detail: `there is no embedded database in ${empty} yet` }),
    );
    await expect(stat(empty)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('names every wrong setting and an unreachable database, and exits 1', async () => {
    const url = `postgres://u:a-password@127.0.0.1:${await closedPort()}/shop`;
    const ill = await command({ DATABASE_URL: url, PORT: '99999', LOG_LEVEL: 'loud', DATA_DIR: dataDir }, 'doctor', '--json');
    expect(ill.exitCode).toBe(1);
    expect(ill.document.status).toBe('fail');
    const failed = (ill.document.findings as { check: string; status: string }[]).filter(({ status }) => status === 'fail');
    expect(failed.map(({ check }) => check)).toEqual(['setting SIGNING_KEYS', 'setting PORT', 'setting LOG_LEVEL', 'database']);
    expect(ill.stderr).toMatch(/^shop-ops: these checks failed: setting SIGNING_KEYS, .*\n$/);
    expect(ill.stdout + ill.stderr).not.toContain('a-password');
  });

  test('names the wrong settings that belong together, and warns of others', async () => {
    const given = {
      REDIS_URL: 'cache.example',
      TEXT_PROVIDER: 'twilio',
      TWILIO_ACCOUNT_SID: 'AC0123',
      RECORDINGS: 'tape',
      ALLOW_PRIVATE_WEBHOOKS: 'on',
    };
    const { exitCode, document } = await command(
      { ...settings, ...given, PUBLIC_URL: 'https://shop.example' },
      'doctor',
      '--json',
    );
    const findings = (document.findings as { check: string; status: string; detail: string }[]).filter(
      ({ check, status }) => status !== 'ok' && !['node', 'workers', 'public address'].includes(check),
    );
    expect([exitCode, findings.map(({ check, status }) => `${status} ${check}`)]).toEqual([
      1,
      ['fail setting REDIS_URL', 'fail setting TWILIO_AUTH_TOKEN', 'fail setting RECORDINGS', 'warn webhooks'],
    ]);
  });

  test('reports an encoding that is not UTF8', async () => {
    const name = `latin_${randomUUID().slice(0, 8)}`;
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`);
      const url = new URL(database.url);
      url.pathname = `/${name}`;
      const there = { ...settings, DATABASE_URL: url.href };
      const { document } = await command(there, 'doctor', '--json');
      expect(document.findings).toContainEqual(expect.objectContaining({ check: 'encoding', status: 'fail' }));
      expectRefusal(await command(there, 'migrate', 'up', '--json'), 1, 'must be UTF8, but it is LATIN1');
    } finally {
      await client.query(`drop database if exists ${name} with (force)`);
      await client.end();
    }
  });
});

/** Returns a port on which no process listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
