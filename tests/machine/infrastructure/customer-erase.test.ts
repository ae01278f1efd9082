import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { storages } from '../../../adapters/areas/storages.js';
import { SettingsOfShops } from '../../../application/areas/access/shops.js';
import { EraseCustomer } from '../../../application/areas/customers/erase-customer.js';
import { WEEKDAYS } from '../../../domain/access/shop.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import { aKnownPerson, type KnownPerson } from './a-known-person.js';
import { command, expectRefusal, type Ran } from '../../support/command-line.js';
import { react } from '../../support/due-work.js';
import { Inbox } from '../../support/inbox.js';
import { startTestService, type TestService } from '../../support/service.js';

let service: TestService;
let inbox: Inbox;
let gone: KnownPerson;
let other: KnownPerson;
const ALL_DAY = Object.fromEntries(WEEKDAYS.map((day) => [day, [{ from: '00:00', until: '24:00' }]]));

beforeAll(async () => {
  service = await startTestService();
  inbox = await Inbox.open(service);
  await service.container.get(SettingsOfShops).change(inbox.shop.id, { textingHours: ALL_DAY });
  gone = await aKnownPerson(service, inbox, 'Quillfeather', 2);
  other = await aKnownPerson(service, inbox, 'Marmaduke', 3);
});
afterAll(() => service.stop());

function shopOps(...args: string[]): Promise<Ran> {
  const settings = {
    DATABASE_URL: service.databaseUrl,
    SIGNING_KEYS: 'a-signing-key-of-the-tests',
    RECORDINGS: `file:${service.recordings.folder}`,
  };
  return command(settings, ...args, '--json');
}
const erase = ({ customer }: KnownPerson, ...options: string[]): Promise<Ran> =>
  shopOps('customer', 'erase', customer, '--shop', inbox.shop.id, ...options);

/** Erases the person without the command line. */
const erasure = (): ReturnType<EraseCustomer['execute']> =>
  service.container.get(EraseCustomer).execute(inbox.shop.id, gone.customer as CustomerId); // safe: a customer's id

/** The tables, of whatever schema, that have a row with one of the words in any column. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const tables = await service.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const patterns = words.map((word) => `%${word}%`);
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as n from ${name} t where t::text ilike any($1)`,
  );
  const found = await service.sql<{ name: string; n: number }>(counts.join(' union all '), [patterns]);
  return found.filter(({ n }) => n > 0).map(({ name }) => name.replace('public.', ''));
}

async function filesOf(): Promise<string[]> {
  const entries = await readdir(service.recordings.folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Everything that the API says about a person. */
async function shown({ customer, lead, vehicle, job, conversation, call }: KnownPerson): Promise<unknown[]> {
  const { read } = inbox.shop;
  const paths = [
    ...[
      `/customers/${customer}`,
      `/leads/${lead}`,
      `/leads/${lead}/timeline`,
      `/vehicles?customer_id=${customer}`,
      `/jobs/${job}`,
    ],
    ...[
      `/conversations/${conversation}`,
      `/messages?conversation_id=${conversation}`,
      `/calls/${call}`,
      `/calls/${call}/transcript`,
    ],
    ...[`/tasks?customer_id=${customer}`, `/appointments?from=2026-03-03T00:00:00Z&customer_id=${customer}`],
  ];
  const answers = await Promise.all(paths.map((path) => read.get(path)));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  expect(vehicle).toBeDefined();
  const lists = await Promise.all([
    read.post('/customers/get', { id: customer }),
    read.post('/comms/list_scheduled_messages', { customer_id: customer }),
  ]);
  return [...answers, ...lists].map(({ body }) => body.data as unknown);
}

test('nothing is erased while the database has tables that the command does not know', async () => {
  await service.sql(`insert into migrations (timestamp, name) values (1795500000000, 'Loaners1795500000000')`);
  const refused = await erase(gone, '--yes');
  await service.sql(`delete from migrations where name = 'Loaners1795500000000'`);
  expect([refused.exitCode, refused.document.error.message]).toEqual([
    1,
    'nothing was erased: the tables of Loaners1795500000000 are unknown here; use the release and the EXTENSIONS of the service',
  ]);
});

test('every table either says how a person is erased from it, or that it holds nothing about a person', async () => {
  const declared = storages.flatMap(({ erases, impersonal }) => [
    ...erases.map(({ table }) => table.name),
    ...impersonal.map(({ name }) => name),
  ]);
  const tables = await service.sql<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`);
  const names = tables.map(({ name }) => name).filter((name) => name !== 'migrations');
  expect([...declared].sort()).toEqual([...names].sort());
});

test('without --yes nothing is erased, and a customer of another shop is not found', async () => {
  const stranger = await service.shop();
  expectRefusal(await erase(gone), 2, /--yes/);
  expectRefusal(await shopOps('customer', 'erase', gone.customer, '--shop', stranger.id, '--yes'), 1, /customer/);
  expect(await tablesWith(gone.words)).toContain('customers');
});

test('a run that fails at a file has erased nothing in the database', async () => {
  const [sound] = await service.sql<{ id: string }>('select id from media_files where call_id = $1', [gone.call]);
  const path = (await filesOf()).find((file) => file.includes(sound!.id))!;
  await rename(path, `${path}.aside`);
  await mkdir(path); // a folder is no file that can be deleted
  await expect(erasure()).rejects.toThrow();
  await rmdir(path);
  await rename(`${path}.aside`, path);
  expect(await tablesWith(gone.words)).toEqual(expect.arrayContaining(['customers', 'messages', 'outbox']));
});

test('an erased person is in no table, file, kept event, delivery or log any more, and nobody else is touched', async () => {
  const before = await tablesWith(gone.words);
  // Each of these tables must hold something about the person, or the test would prove nothing for it.
  expect(before).toEqual([
    ...[
      'automation_runs',
      'automation_watches',
      'call_reports',
      'calls',
      'conversations',
      'customers',
      'idempotency_keys',
      'jobs',
      'lead_timeline',
      'leads',
      'messages',
    ],
    ...['outbox', 'reviews', 'sandbox_outbox', 'scheduled_messages', 'tasks', 'vehicles', 'vin_decodes', 'webhook_deliveries'],
  ]);
  const others = await shown(other);
  const [events] = await service.sql<{ n: number }>('select count(*)::int as n from outbox');
  await service.sql(`insert into opt_outs (shop_id, number, source, since, version) values ($1, $2, 'stop', now(), 1)`, [
    inbox.shop.id,
    gone.number,
  ]);
  const ran = await erase(gone, '--yes');
  expect([ran.exitCode, ran.stderr]).toEqual([0, '']);
  expect(ran.document).toMatchObject({
    id: gone.customer,
    files: 2,
    rows: { customers: 1, leads: 1, automation_runs: 2, media_files: 2, opt_outs: 1 },
  });
  expect(await tablesWith(gone.words)).toEqual([]);
  expect((await filesOf()).length).toBe(2);
  const log = JSON.stringify(service.log.lines);
  expect(gone.words.filter((word) => log.includes(word))).toEqual([]);
  expect(await shown(other)).toEqual(others);
  expect(await tablesWith(other.words)).toEqual(before);
  // Each kept event still fits the document.
  expect(await service.sql(`select count(*)::int as n from outbox where type <> 'customer.erased'`)).toEqual([events]);
  await service.checkEvents();
});

test('ids, times and numbers stay, nothing is sent any more, and a second run finds nothing new', async () => {
  const [customer, lead, , vehicles] = (await shown(gone)) as Record<string, unknown>[];
  expect(customer).toMatchObject({ id: gone.customer, name: '—', email: null, phone: null, tags: [] });
  expect(lead).toMatchObject({ id: gone.lead, name: 'Unnamed lead', next_followup_at: '2026-03-03T15:00:00.000Z' });
  expect(vehicles).toMatchObject([{ id: gone.vehicle, make: 'Honda', vin: null, license_plate: null }]);
  const waiting = await service.sql(
    `select 1 from scheduled_messages where customer_id = $1 and status = 'scheduled'
      union all select 1 from messages where conversation_id = $2 and status = 'queued'`,
    [gone.customer, gone.conversation],
  );
  expect(waiting).toEqual([]);
  const again = await erase(gone, '--yes');
  expect([again.exitCode, again.stderr]).toEqual([0, '']);
  expect(again.document).toMatchObject({ id: gone.customer, files: 0, rows: { customers: 1, media_files: 0, opt_outs: 0 } });
});

test('each run is told to subscribers by ids alone, and the second run leaves what the first one told', async () => {
  const told = await service.sql<{ data: object; cause: object }>(
    `select data, cause from outbox where type = 'customer.erased' order by created_at, id`,
  );
  const data = { id: gone.customer, threads: expect.arrayContaining([gone.conversation]), leads: [gone.lead] };
  expect(told.map((event) => event.data)).toEqual([data, expect.objectContaining({ id: gone.customer })]);
  expect(told[0]?.cause).toMatchObject({ operation: 'customers.erase', operator: expect.any(String) });
});

test('the block of an erased number still holds when the person is back, until a START lifts it', async () => {
  const { full } = inbox.shop;
  expect(await service.sql(`select number like 'erased:%' as hidden from opt_outs`)).toEqual([{ hidden: true }]);
  const { id } = (await full.post('/customers', { name: 'Back Again', phone: gone.number })).body.data;
  const refused = await inbox.sends({ customer_id: id });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
  await react(service);
  expect((await full.post('/customers/get', { id })).body.data).toMatchObject({ texting_blocked: true });
  await inbox.writes('START', { from: gone.number, providerId: randomUUID() });
  expect((await inbox.sends({ customer_id: id })).status).toBe(201);
});
