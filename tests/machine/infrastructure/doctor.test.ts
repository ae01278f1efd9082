import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import pg from 'pg';
import { Outgoing } from '../../../application/areas/outgoing/outgoing.js';
import { checkDisk, checkNode } from '../../../infrastructure/doctor/check-machine.js';
import type { Finding } from '../../../infrastructure/doctor/finding.js';
import { FakeMailServer } from '../../support/fakes/smtp/fake-mail-server.js';
import { FakeTwilio } from '../../support/fakes/twilio/fake-twilio.js';
import { asRole } from '../../support/service-role.js';
import { shopCommands } from '../../support/shop-commands.js';
import { command, type Ran } from '../../support/command-line.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

const SIGNING_KEYS = 'a-signing-key-of-the-tests';
const commands = shopCommands();
const { database, dataDir, shop } = commands;

const examined = (env: Readonly<Record<string, string>> = {}, ...flags: string[]): Promise<Ran> =>
  command({ DATABASE_URL: database().url, SIGNING_KEYS, DATA_DIR: dataDir(), ...env }, 'doctor', '--json', ...flags);
const found = async (check: string, env: Readonly<Record<string, string>> = {}): Promise<Finding | undefined> =>
  ((await examined(env)).document.findings as Finding[]).find((finding) => finding.check === check);
const sql = async (text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: database().url });
  await client.connect();
  await client.query(text);
  await client.end();
};

describe('the exit code of doctor', () => {
  test('is 0 with warnings, and 3 with --strict', async () => {
    const lenient = await examined({ RATE_LIMIT: '0' });
    expect([lenient.exitCode, lenient.document.status]).toEqual([0, 'warn']);
    const strict = await examined({ RATE_LIMIT: '0' }, '--strict');
    expect([strict.exitCode, strict.stderr]).toEqual([3, expect.stringMatching(/these checks warn: .*rate limit/)]);
  });

  test('is 1 with a fault, also with --strict', async () => {
    const { exitCode, stderr } = await examined({ PORT: 'many' }, '--strict');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('these checks failed: setting PORT')]);
  });
});

describe('doctor looks at what is configured, and', () => {
  test('names the setting that is nearest to one that does not exist', async () => {
    const typed = { DATABASE_POOOL: '5', SIGNING_KEYS_FIL: 'x', MY_OWN: 'y', REDIS_PORT: '1' };
    const { document } = await examined(typed);
    const unknown = (document.findings as Finding[]).filter(({ detail }) => detail === 'there is no such setting');
    expect(unknown.map(({ check, status, advice }) => [check, status, advice])).toEqual([
      ['setting DATABASE_POOOL', 'warn', 'did you mean DATABASE_POOL?'],
      ['setting SIGNING_KEYS_FIL', 'warn', 'did you mean SIGNING_KEYS_FILE?'],
    ]);
  });

  test('finds that production would begin with an embedded database', async () => {
    const { exitCode, stderr } = await command({ DATA_DIR: `${dataDir()}/none`, NODE_ENV: 'production' }, 'doctor', '--json');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('these checks failed: setting DATABASE_URL')]);
  });

  test.each([
    ['a proxy that is everybody', 'trusted proxies', { TRUST_PROXY: '0.0.0.0/0' }],
    ['a proxy that is everybody by IPv6', 'trusted proxies', { TRUST_PROXY: '10.0.0.0/8,::/0' }],
    ['a key that can be guessed', 'signing keys', { SIGNING_KEYS: 'a'.repeat(16) }],
  ])('warns of %s', async (_, check, env: Readonly<Record<string, string>>) => {
    expect(await found(check, env)).toMatchObject({ status: 'warn', advice: expect.stringMatching(/\w/) });
  });

  test.each([
    ['has its end behind it', '20.20.2', '2026-11-24', 'warn'],
    ['has its end before it', '20.20.2', '2026-01-01', 'ok'],
    ['is the newest', '24.11.0', '2026-11-24', 'ok'],
    ['has no long support', '25.1.0', '2026-11-24', 'warn'],
    ['is newer than this release', '28.0.0', '2030-11-24', 'ok'],
  ])('judges a Node that %s', (_, version, today, status) => {
    expect(checkNode(version, new Date(today)).status).toBe(status);
  });
});

describe('the disk, for doctor,', () => {
  const GB = 1e9;
  test.each([
    [0.899, 12.34 * GB, 'ok', '89 % of the disk of /files are used, 12.3 GB are free'],
    [0.9, GB, 'warn', '90 % of the disk of /files are used, 1.0 GB are free'],
    [0.98, 0.2 * GB, 'fail', '98 % of the disk of /files are used, 0.2 GB are free'],
  ])('of which %d are used', async (used, free, status, detail) => {
    expect(await checkDisk('disk', '/files', () => Promise.resolve({ used, free }))).toMatchObject({ status, detail });
  });

  test('that cannot be looked at is said to be unknown', async () => {
    const refused = (): Promise<never> => Promise.reject(new Error('permission denied'));
    expect(await checkDisk('disk', '/files', refused)).toMatchObject({
      status: 'ok',
      detail: 'the room of /files cannot be known: Error: permission denied',
    });
  });

  test('of the database is that of its server if it is on this machine, and else said to be unknown', async () => {
    expect(await found('database disk')).toMatchObject({ detail: expect.stringMatching(/ GB are free$/) });
    const url = await asRole('disk_of_tests', database().url);
    expect(await found('database disk', { DATABASE_URL: url })).toMatchObject({
      detail: expect.stringContaining('cannot be known from here, because this role may not ask for data_directory'),
    });
  });
});

describe('doctor asks what the service depends on, and', () => {
  const provider = new FakeTwilio();
  const twilio = () => ({
    ...{ TEXT_PROVIDER: 'twilio', TWILIO_API_URL: provider.url },
    ...{ TWILIO_ACCOUNT_SID: provider.accountSid, TWILIO_AUTH_TOKEN: provider.authToken },
  });
  beforeAll(() => provider.start());
  afterAll(() => provider.stop());

  test('finds the account of the provider in order, refused or suspended, and sends nothing', async () => {
    expect(await found('provider', twilio())).toMatchObject({ status: 'ok' });
    expect(await found('provider', { ...twilio(), TWILIO_AUTH_TOKEN: 'another' })).toMatchObject({
      status: 'fail',
      detail: 'Twilio does not accept the account’s credentials',
      advice: expect.stringContaining('TWILIO_AUTH_TOKEN'),
    });
    provider.accountStatus = 'suspended';
    expect(await found('provider', twilio())).toMatchObject({ status: 'fail', detail: 'the account at Twilio is suspended' });
    expect(await found('provider', { ...twilio(), TWILIO_API_URL: 'http://127.0.0.1:9' })).toMatchObject({ status: 'warn' });
    expect(provider.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
  });

  test('logs in at the mail server', async () => {
    const server = new FakeMailServer();
    server.password = 'right';
    const port = await server.start();
    const url = (password: string) => `smtp://shop:${password}@127.0.0.1:${port}?tls.rejectUnauthorized=false`;
    const mail = { MAIL_FROM: 'desk@shop.example' };
    expect(await found('mail', { ...mail, SMTP_URL: url('right') })).toMatchObject({ status: 'ok' });
    expect(await found('mail', { ...mail, SMTP_URL: url('wrong') })).toMatchObject({
      status: 'fail',
      advice: 'check the user and the password in SMTP_URL',
    });
    await server.stop();
  });

  test('says who answers at the public address', async () => {
    const stranger: Server = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const { port } = stranger.address() as { port: number };
    const at = (PUBLIC_URL: string) => found('public address', { PUBLIC_URL });
    expect(await at(`http://127.0.0.1:${port}`)).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('another program'),
    });
    stranger.close();
    expect(await at('http://127.0.0.1:9')).toMatchObject({ status: 'warn', detail: expect.stringContaining('nothing answers') });
    const service = await startWholeService(database().url, { WORKER: 'off' });
    expect(await at(service.url)).toMatchObject({ status: 'ok' });
    expect(await at(`${service.url}/extra`)).toMatchObject({ status: 'fail' });
    await service.stop();
  });
});

describe('doctor looks into the database, and', () => {
  let service: WholeService | undefined;
  afterEach(async () => {
    await service?.stop();
    service = undefined;
  });

  test('finds that no instance works, and that work waits for it', async () => {
    expect(await found('workers')).toMatchObject({ status: 'warn' });
    await sql(`insert into outbox (shop_id, id, type, data, created_at)
      values ('${shop()}', gen_random_uuid(), 'lead.created', '{}', now() - interval '5 minutes')`);
    expect(await found('workers')).toMatchObject({ status: 'fail', advice: expect.stringContaining('ROLE=worker') });
    await sql('delete from outbox');
    service = await startWholeService(database().url);
    expect(await found('workers')).toMatchObject({ status: 'ok', detail: '2 workers of the queue are alive' });
  });

  test('finds a queue to which nothing can be added, and adds nothing', async () => {
    expect(await found('queue')).toMatchObject({ status: 'ok' });
    await sql('alter function graphile_worker.add_job rename to add_no_job');
    expect(await found('queue')).toMatchObject({ status: 'fail', detail: expect.stringContaining('no work can be queued') });
    await sql('alter function graphile_worker.add_no_job rename to add_job');
  });

  test('tells of every pause, why, since when, and what ends it', async () => {
    const findings = async (): Promise<unknown> =>
      ((await examined()).document.findings as Finding[]).filter(({ check }) => check === 'outgoing');
    const { done } = commands;
    expect(await findings()).toMatchObject([{ status: 'ok', detail: 'nothing is paused' }]);
    await done('outgoing', 'pause', '--emails', '--reason', 'wrong price list');
    await done('outgoing', 'pause', '--webhooks', '--shop', shop());
    service = await startWholeService(database().url, { WORKER: 'off' });
    await service.container.get(Outgoing).refused('texts', { code: '20003', sentence: 'No.' });
    const since = expect.stringMatching(/since \d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(await findings()).toMatchObject([
      { status: 'warn', detail: since, advice: 'shop-ops outgoing resume ends it' },
      { status: 'warn', detail: expect.stringContaining(`webhooks of the shop ${shop()} wait`) },
      { status: 'fail', detail: since, advice: expect.stringContaining('correct the account') },
    ]);
    expect(await findings()).toMatchObject([
      { detail: expect.stringContaining('emails of all shops wait: an operator has paused this (wrong price list)') },
      {},
      { detail: expect.stringContaining('(20003: No), since ') },
    ]);
    await done('outgoing', 'resume');
    await sql('delete from outgoing_pauses');
    await service.stop();
    service = await startWholeService(database().url, { WORKER: 'off', OUTGOING: 'off' });
    const off = { status: 'warn', detail: expect.stringContaining('OUTGOING=off'), advice: expect.stringContaining('--yes') };
    expect(await findings()).toMatchObject([off, off, off, off]);
    await done('outgoing', 'resume', '--yes');
  });

  test('finds webhook secrets that no signing key opens', async () => {
    service = await startWholeService(database().url, { WORKER: 'off' });
    const api = await service.key(shop() as Parameters<WholeService['key']>[0]); // safe: the command printed a shop's id
    expect((await api.post('/webhooks', { url: 'https://1.1.1.1/shop' })).status).toBe(201);
    expect(await found('webhook secrets')).toMatchObject({ status: 'ok' });
    expect(await found('webhook secrets', { SIGNING_KEYS: 'quite-another-key-of-1' })).toMatchObject({
      status: 'fail',
      detail: 'SIGNING_KEYS do not open 1 of 1: their deliveries fail',
    });
    expect(await found('webhook secrets', { SIGNING_KEYS: `quite-another-key-of-1,${SIGNING_KEYS}` })).toMatchObject({
      status: 'ok',
    });
  });

  test('finds a right that the role lacks, with the command that grants it', async () => {
    const url = await asRole('doctor_of_tests', database().url);
    expect(await found('rights', { DATABASE_URL: url })).toMatchObject({ status: 'ok' });
    await sql('revoke select on migrations from doctor_of_tests');
    expect(await found('rights', { DATABASE_URL: url })).toEqual({
      check: 'rights',
      status: 'fail',
      detail: 'the role doctor_of_tests lacks SELECT on migrations',
      advice: 'run shop-ops migrate --grant-to doctor_of_tests as the owner of the tables',
    });
  });
});
