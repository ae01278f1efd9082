import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Outgoing } from '../../../application/areas/outgoing/outgoing.js';
import type { Api } from '../../support/api.js';
import { aPhoneNumber } from '../../support/builders/a-phone-number.js';
import { command, expectRefusal, type Ran } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

const ALWAYS = JSON.stringify(
  Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [{ from: '00:00', until: '24:00' }]])),
);

let database: TestDatabase;
let folder: string;
let service: WholeService;
let api: Api;
let shop: string;

beforeAll(async () => {
  database = await cloneDatabase();
  folder = await mkdtemp(join(tmpdir(), 'outgoing-test-'));
  service = await startWholeService(database.url);
  const id = await service.shop();
  api = await service.key(id);
  shop = id;
  const sql = (text: string, values: unknown[] = []) => service.connections.pool.query(text, values).then(({ rows }) => rows);
  await aPhoneNumber({ ...service, sql } as never, { id }, { is_primary: true }); // safe: the builder only uses `sql`
  await sql('update shop_settings set opening_hours = $2, texting_hours = $2 where shop_id = $1', [id, ALWAYS]);
});
afterAll(async () => {
  await service.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => cli('resume', '--yes'));

const cli = (...args: string[]): Promise<Ran> =>
  command({ DATABASE_URL: database.url, SIGNING_KEYS: 'a-signing-key-of-the-tests', DATA_DIR: folder }, ...['outgoing', ...args]);
const done = async (...args: string[]): Promise<Ran['document']> => (await cli(...args, '--json')).document;
const waysOf = (pauses: readonly { readonly way: string }[]): string[] => pauses.map(({ way }) => way);

async function aText(): Promise<string> {
  const customer = await api.post('/customers', { name: 'Dana', phone: '+16135550142' });
  const sent = await api.post('/messages', { customer_id: customer.body.data.id, body: 'Your car is ready.' });
  expect(sent.status).toBe(201);
  return sent.body.data.id as string;
}
const statusOf = async (id: string): Promise<string> => (await api.get(`/messages/${id}`)).body.data.status as string;

it('a pause by command holds texts back in an instance that runs, over its restart, until it ends by command', async () => {
  expect(waysOf((await done('pause', '--texts', '--reason', 'wrong template')).paused)).toEqual(['texts']);
  const text = await aText();
  expect((await api.get(`/messages/${text}`)).body.data).toMatchObject({ status: 'queued', held: 'paused' });
  const second = await startWholeService(database.url);
  const waiting = 'select count(*)::int as n from messages where due_at is not null';
  // Both instances have had their turns: the relay, which looks all the time, has let it lie.
  await eventually(
    () => second.connections.pool.query(waiting).then(({ rows }) => rows[0].n as number),
    (n) => n === 1,
  );
  await second.stop();
  expect(await statusOf(text)).toBe('queued');
  expect((await done('status')).pauses).toMatchObject([
    { way: 'texts', shop: null, cause: 'operator', reason: 'wrong template', try_at: null },
  ]);
  expect(await done('resume')).toMatchObject({ resumed: [{ way: 'texts' }], dropped: 0, still_paused: [] });
  expect(
    await eventually(
      () => statusOf(text),
      (status) => status !== 'queued' && status !== 'sending',
    ),
  ).toBe('sent');
});

it('a pause takes effect within a second in an instance that hears of it', async () => {
  const { container } = service;
  const isPaused = async (): Promise<boolean> => (await container.get(Outgoing).open()).length > 0;
  expect(await isPaused()).toBe(false);
  await cli('pause');
  expect(await eventually(isPaused, (is) => is)).toBe(true);
});

it('without a way it is about all, with ways about these, with a shop about this one', async () => {
  expect(waysOf((await done('pause')).paused)).toEqual(['texts', 'emails', 'webhooks', 'fetches']);
  expect((await cli('pause')).stdout).toBe('All of it was paused already.\n');
  expect(waysOf((await done('resume', '--texts', '--webhooks')).still_paused)).toEqual(['emails', 'fetches']);
  expect((await done('pause', '--texts', '--shop', shop)).paused).toMatchObject([{ way: 'texts', shop }]);
  expect((await done('resume', '--shop', shop)).resumed).toMatchObject([{ way: 'texts', shop }]);
  const { stdout } = await cli('resume');
  expect(stdout).toBe('2 ended: emails, fetches.\n');
  expect((await cli('status')).stdout).toBe('Nothing is paused.\n');
});

it('the mistakes of the operator are refused in one line', async () => {
  expectRefusal(await cli('pause', '--shop', 'nobody', '--json'), 1, 'shop');
  expectRefusal(
    await cli('resume', '--drop-older-than', '2 hours', '--json'),
    2,
    'It must be a time such as 30s, 15m, 2h or 1d.',
  );
});

it('wake ends the silence of a copy, names each way once, and leaves what was paused by hand', async () => {
  await done('pause', '--texts', '--reason', 'wrong template');
  await (await startWholeService(database.url, { OUTGOING: 'off' })).stop();
  const wake = (...args: string[]): Promise<Ran> =>
    command(
      { DATABASE_URL: database.url, SIGNING_KEYS: 'a-signing-key-of-the-tests', DATA_DIR: folder },
      'wake',
      '--yes',
      ...args,
    );
  expect((await wake()).stdout).toBe(
    'Awake: texts, emails, webhooks, fetches. 0 that were due are not sent.\n' +
      'Still paused: texts. shop-ops outgoing status says why.\n',
  );
  expect((await done('status')).pauses).toMatchObject([{ way: 'texts', cause: 'operator', reason: 'wrong template' }]);
  const still = { resumed: [], dropped: 0, still_paused: [{ way: 'texts', cause: 'operator' }] };
  expect((await wake('--json')).document).toMatchObject(still);
});

it('OUTGOING=off pauses everything at the start, and a start without it changes nothing; only --yes ends it', async () => {
  const silent = await startWholeService(database.url, { OUTGOING: 'off' });
  await silent.stop();
  expect(silent.log.lines).toContainEqual({
    level: 'warn',
    message: 'nothing leaves this deployment, until shop-ops wake',
    detail: { reason: 'OUTGOING=off' },
  });
  const loud = await startWholeService(database.url);
  await loud.stop();
  const { pauses } = await done('status');
  expect(waysOf(pauses)).toEqual(['texts', 'emails', 'webhooks', 'fetches']);
  expect(pauses).toMatchObject(Array(4).fill({ cause: 'start', shop: null, reason: 'OUTGOING=off' }));
  expectRefusal(await cli('resume', '--json'), 1, 'repeat this with --yes');
  expect(waysOf((await done('status')).pauses)).toHaveLength(4);
  expect(waysOf((await done('resume', '--yes')).resumed)).toHaveLength(4);
});
