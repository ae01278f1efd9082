import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bareEnvironment, command, expectRefusal, run, shopOps, type Ran } from '../../support/command-line.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f-]{36}$/;
const EVERY_SECTION = ['inbox.access', 'shop.manage', 'marketing.access', 'jobs.manage', 'customers.manage', 'bookings.manage'];

let database: TestDatabase;
let dataDir = '';
let settings: Record<string, string> = {};

beforeAll(async () => {
  database = await cloneDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'command-line-test-'));
  settings = { DATABASE_URL: database.url, SIGNING_KEYS: 'a-signing-key-of-the-tests', DATA_DIR: dataDir };
});

afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function cli(...args: string[]): Promise<Ran> {
  return command(settings, ...args);
}

async function createShop(): Promise<string> {
  return (await cli('shop', 'create', '--name', 'Northside Auto Care', '--json')).document.id as string;
}

describe('the command shop', () => {
  test('creates a shop with the decided defaults, which list and show answer', async () => {
    const created = await shopOps(settings, 'shop', 'create', '--name', 'Harbour Garage', '--json');
    expect(created.exitCode).toBe(0);
    expect(created.document).toEqual({
      id: expect.stringMatching(UUID),
      name: 'Harbour Garage',
      timezone: 'UTC',
      country: 'CA',
      currency: 'CAD',
      status: 'active',
    });
    const { id } = created.document;
    expect((await cli('--json', 'shop', 'list')).document).toContainEqual(created.document);
    const features = { scheduling: true, services: true, reviews: true, booking: true };
    const defaults = {
      opening_hours: 'mon-fri 08:00-18:00',
      texting_hours: 'mon-sun 08:00-21:00',
      closures: 'none',
      bays: 'none',
      messaging_service: null,
      texts_per_hour: 500,
      reply_pointer: 'Reply to this text to reach us.',
      reply_to: null,
      booking_lead_minutes: 120,
      booking_step_minutes: 30,
      booking_buffer_minutes: 0,
      booking_horizon_days: 90,
      keep_recordings_months: null,
      keep_transcripts_months: null,
      keep_messages_months: null,
    };
    expect((await cli('shop', 'show', id, '--json')).document).toEqual({
      ...created.document,
      features,
      ...defaults,
      created_at: expect.stringMatching(INSTANT),
    });
    expect((await cli('shop', 'list')).stdout).toMatch(new RegExp(`^ID .*\n(.*\n)*${id}  Harbour Garage +UTC +active\n`));
  });

  test('creates a shop with time zone, country and currency, and refuses unknown ones', async () => {
    const given = ['--timezone', 'America/Chicago', '--country', 'US', '--currency', 'USD', '--json'];
    const created = await cli('shop', 'create', '--name', 'A', ...given);
    expect(created.document).toMatchObject({ timezone: 'America/Chicago', country: 'US', currency: 'USD' });
    for (const [option, value] of [
      ['timezone', 'Mars/Base'],
      ['country', 'ZZ'],
      ['currency', 'XYZ'],
      ['name', ' '],
    ] as const) {
      expectRefusal(await cli('shop', 'create', '--name', 'A', `--${option}`, value, '--json'), 1, `${option}: `);
    }
  });

  test('changes the standing by suspend, resume, lapse and renew, and refuses an unknown shop', async () => {
    const id = await createShop();
    const steps = [
      ['suspend', 'suspended'],
      ['lapse', 'suspended'],
      ['resume', 'lapsed'],
      ['renew', 'active'],
    ] as const;
    for (const [verb, status] of steps) {
      const moved = await cli('shop', verb, id, '--json');
      expect([verb, moved.exitCode, moved.document]).toEqual([verb, 0, expect.objectContaining({ id, status })]);
    }
    for (const unknown of [randomUUID(), 'no-id'])
      expectRefusal(await cli('shop', 'suspend', unknown, '--json'), 1, 'shop not found');
    expectRefusal(await cli('shop', 'show', randomUUID(), '--json'), 1, 'shop not found');
  });
});

describe('the command key', () => {
  test('mints a key that is shown once, and can be listed and revoked without its secret', async () => {
    const shop = await createShop();
    const minted = await cli('key', 'mint', '--shop', shop, '--name', 'till', '--scope', 'full', '--json');
    expect(minted).toMatchObject({ exitCode: 0, stderr: '' });
    const { id, key } = minted.document;
    const grants = Object.fromEntries(EVERY_SECTION.map((section) => [section, 'act']));
    expect(minted.document).toEqual({
      id: expect.stringMatching(UUID),
      key: expect.stringMatching(/^sk_shop_/),
      scope: 'full',
      expires_at: null,
      grants,
      acts_for: null,
    });
    const listed = await cli('key', 'list', '--shop', shop, '--json');
    const never = { expires_at: null, revoked_at: null, last_used_at: null };
    expect(listed.document).toEqual([
      {
        id,
        name: 'till',
        scope: 'full',
        status: 'active',
        grants,
        acts_for: null,
        ...never,
        created_at: expect.stringMatching(INSTANT),
      },
    ]);
    expect(listed.stdout).not.toContain(key.split('_')[3]);
    expect((await cli('key', 'revoke', id, '--json')).document).toEqual({ id, status: 'revoked' });
    const after = (await cli('key', 'list', '--shop', shop, '--json')).document;
    expect(after).toEqual([expect.objectContaining({ id, status: 'revoked', revoked_at: expect.stringMatching(INSTANT) })]);
    expectRefusal(await cli('key', 'revoke', randomUUID(), '--json'), 1, 'key not found');
    expectRefusal(await cli('key', 'list', '--shop', randomUUID(), '--json'), 1, 'shop not found');
  });

  test('refuses to mint a key with a section that is granted twice, and names it', async () => {
    const grants = ['--grant', 'inbox.access=view', 'inbox.access=act'];
    const ran = await cli('key', 'mint', '--shop', randomUUID(), '--name', 'n', '--scope', 'full', ...grants, '--json');
    expectRefusal(ran, 1, 'grant: inbox.access is given twice');
  });

  test('mints a key with expiry and grants in any spelling, and explains grants', async () => {
    const shop = await createShop();
    const options = ['--shop', shop, '--name', 'agent', '--scope', 'read', '--expires', '2999-01-31T02:00:00+02:00'];
    const granted = ['--grant', 'inbox.access=view', 'shop.manage=act', '--grant', 'jobs.manage=view'];
    expect((await cli('key', 'mint', ...options, ...granted, '--json')).document).toMatchObject({
      expires_at: '2999-01-31T00:00:00.000Z',
      grants: { 'inbox.access': 'view', 'shop.manage': 'act', 'jobs.manage': 'view' },
    });
    const listed = (await cli('key', 'list', '--shop', shop)).stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(listed).toEqual([
      ['ID', 'NAME', 'SCOPE', 'STATUS', 'EXPIRES', 'LAST USED', 'ACTS FOR', 'GRANTS'],
      [
        expect.stringMatching(UUID),
        'agent',
        'read',
        'active',
        '2999-01-31T00:00:00.000Z',
        'never',
        '-',
        'inbox.access=view shop.manage=act jobs.manage=view',
      ],
    ]);
    const { stdout } = await cli('key', 'mint', ...options);
    expect(stdout.match(/sk_shop_/g)).toHaveLength(1);
    expect(stdout).toMatch(/only time that the key is shown/);
    expect(stdout).toMatch(/limit only the capability operations .* REST resources follow the scope/);
  });

  test('refuses to mint with an expiry in the past, an unknown shop or an unknown user to act for', async () => {
    const shop = await createShop();
    const mint = (of: string, ...more: string[]): Promise<Ran> =>
      cli('key', 'mint', '--shop', of, '--name', 'n', '--scope', 'full', '--json', ...more);
    expectRefusal(await mint(shop, '--expires', '2020-01-01T00:00:00Z'), 1, 'expires_at: must be in the future');
    expectRefusal(await mint(randomUUID()), 1, 'shop not found');
    expectRefusal(await mint(shop, '--acts-for', randomUUID()), 1, 'acts_for: ');
    expect((await cli('key', 'list', '--shop', shop, '--json')).document).toEqual([]);
  });
});

describe('the usage of the command line', () => {
  test.each([
    [[], 'the command is missing'],
    [['shop'], 'the command is missing'],
    [['mend'], "unknown command 'mend'"],
    [['shop', 'mend'], "unknown command 'mend'"],
    [['shop', 'list', '--fast'], "unknown option '--fast'"],
    [['shop', 'list', 'more'], 'too many arguments'],
    [['shop', 'show'], "missing required argument 'id'"],
    [['shop', 'create'], "'--name <name>' not specified"],
    [['shop', 'set', 'x'], "missing required argument 'key=value'"],
    [['shop', 'set', 'x', 'name'], 'It must be KEY=VALUE'],
    [['shop', 'set', 'x', '=name'], 'It must be KEY=VALUE'],
    [['staff', 'add', '--shop', 'x', '--name', 'n'], "'--role <role>' not specified"],
    [
      ['staff', 'add', '--shop', 'x', '--name', 'n', '--role', 'boss'],
      'Allowed choices are owner, manager, advisor, technician, viewer',
    ],
    [['staff', 'list'], "'--shop <id>' not specified"],
    [['staff', 'deactivate'], "missing required argument 'id'"],
    [['number', 'add', '--shop', 'x'], "'--number <number>' not specified"],
    [['number', 'release', '--shop', 'x'], "missing required argument 'number-or-id'"],
    [['key', 'mint', '--shop', 'x', '--name', 'n', '--scope', 'all'], 'Allowed choices are read, full'],
    [['key', 'mint', '--shop', 'x', '--name', 'n', '--scope', 'full', '--grant', 'inbox=act'], 'SECTION=LEVEL'],
    [['key', 'mint', '--shop', 'x', '--name', 'n', '--scope', 'full', '--expires', 'soon'], 'It must be an instant'],
  ])('is wrong for %j and ends with 2, before anything is opened', async (args, reason) => {
    const ran = await command({ DATABASE_URL: 'nonsense' }, ...args, '--json');
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr.trim().split('\n').at(-1)).toContain(reason);
    expect(ran.document.error.code).toBe('wrong_usage');
  });

  test('is printed by help on every level, on stdout, with exit code 0', async () => {
    for (const args of [
      [],
      ['shop'],
      ['shop', 'create'],
      ['key', 'mint'],
      ['shop', 'set'],
      ['staff', 'add'],
      ['number', 'add'],
      ['migrate'],
      ['demo', 'load'],
      ['doctor'],
    ]) {
      const { exitCode, stdout, stderr } = await cli(...args, '--help');
      expect({ args, exitCode, stderr }).toEqual({ args, exitCode: 0, stderr: '' });
      expect(stdout).toContain(`Usage: ${['shop-ops', ...args].join(' ')}`);
      expect(stdout).toContain('--json');
    }
  });

  test('ends when nobody reads its log any more', async () => {
    const args = ['bin/shop-ops.mjs', 'shop', 'create', '--name', 'Northside Auto Care'];
    const child = spawn(process.execPath, args, { env: bareEnvironment(settings), stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.destroy();
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  });

  test('includes a command that npx finds', async () => {
    const { exitCode, stdout } = await run('npx', ['shop-ops', 'openapi'], { npm_config_registry: 'http://127.0.0.1:9/' });
    expect({ exitCode, version: (JSON.parse(stdout) as { openapi: string }).openapi }).toEqual({ exitCode: 0, version: '3.1.0' });
  });

  test('includes openapi, which needs neither database nor settings', async () => {
    const { exitCode, stderr, document } = await shopOps({ PORT: 'none' }, 'openapi', '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(Object.keys(document.paths)).toContain('/me');
  });
});
