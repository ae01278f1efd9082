import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { storages } from '../../../adapters/areas/storages.js';
import { archiveLines } from '../../support/archives.js';
import { anInvoice, aQuote } from '../../support/builders/quotes-and-invoices.js';
import { command, expectRefusal, type Ran } from '../../support/command-line.js';
import { Inbox } from '../../support/inbox.js';
import { startTestService, type TestService } from '../../support/service.js';
import { aKnownPerson, type KnownPerson } from './a-known-person.js';

// The limit is high, because every command opens the database anew, which takes long on a busy machine.
jest.setTimeout(120_000);

let service: TestService;
let inbox: Inbox;
let asking: KnownPerson;
let other: KnownPerson;
let root: string;

beforeAll(async () => {
  service = await startTestService();
  inbox = await Inbox.open(service);
  root = await mkdtemp(join(tmpdir(), 'customer-export-test-'));
  asking = await aKnownPerson(service, inbox, 'Quillfeather', 2);
  other = await aKnownPerson(service, inbox, 'Marmaduke', 3);
  for (const { customer } of [asking, other]) {
    await aQuote(service, inbox.shop, { id: customer });
    await anInvoice(service, inbox.shop, { id: customer });
  }
  await service.sql(
    `insert into opt_outs (shop_id, number, source, since, version) select $1, n, 'stop', now(), 1 from unnest($2::text[]) n`,
    [inbox.shop.id, [asking.number, other.number]],
  );
});
afterAll(async () => {
  await service.stop();
  await rm(root, { recursive: true, force: true });
});

function shopOps(...args: string[]): Promise<Ran> {
  const settings = { DATABASE_URL: service.databaseUrl, SIGNING_KEYS: 'a-signing-key-of-the-tests' };
  return command({ ...settings, RECORDINGS: `file:${service.recordings.folder}` }, ...args, '--json');
}

const path = (): string => join(root, 'person.ndjson.gz');
const exported = (customer: string, shop: string = inbox.shop.id): Promise<Ran> =>
  shopOps('customer', 'export', customer, '--shop', shop, '--out', path());

interface Line {
  readonly kind: string;
  readonly id?: string;
  readonly part?: string;
  readonly row?: Readonly<Record<string, unknown>>;
}

test('a person gets all that an erasure would empty, with the recordings, and nothing of others', async () => {
  const ran = await exported(asking.customer);
  expect([ran.exitCode, ran.stderr]).toEqual([0, '']);
  expect(ran.document.lines).toEqual({
    ...{ customers: 1, leads: 1, lead_timeline: expect.any(Number), vehicles: 1, quotes: 1, invoices: 1, jobs: 1, tasks: 2 },
    ...{ conversations: expect.any(Number), messages: expect.any(Number), scheduled_messages: 2, calls: 1, reviews: 1 },
    ...{ media_files: 2, files: 2, opt_outs: 1, sandbox_outbox: expect.any(Number) },
  });
  const lines = await archiveLines(path());
  const [head, ...rest] = lines.slice(0, -1).map((line) => JSON.parse(line) as Line);
  expect(head).toMatchObject({ archive: 'customer', customer: asking.customer, shop: { id: inbox.shop.id } });
  const all = lines.join('\n');
  for (const word of asking.words) expect(all).toContain(word);
  for (const word of [...other.words, other.customer]) expect(all).not.toContain(word);
  const contents = rest.flatMap(({ kind, part }) => (kind === 'files' ? [String(Buffer.from(part ?? '', 'base64'))] : []));
  expect(contents.sort()).toEqual(['Quillfeather speaks', 'a photo of Quillfeather']);
});

test('every table with rows of a customer is in the copy', async () => {
  const tables = await service.sql<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = current_schema() and column_name = 'customer_id'`,
  );
  const copied = storages.flatMap(({ erases, personal }) => [...erases, ...personal].filter(({ about }) => about));
  expect(copied.map(({ table }) => table.name)).toEqual(expect.arrayContaining(tables.map(({ name }) => name)));
});

test('a customer of another shop is not found, and leaves no file', async () => {
  const stranger = await service.shop();
  await rm(path(), { force: true });
  expectRefusal(await exported(asking.customer, stranger.id), 1, /customer/);
  expect(await readdir(root)).toEqual([]);
});

test('nothing is left to export of a person who was erased, and nobody imports the copy of a person', async () => {
  expect(await shopOps('customer', 'erase', asking.customer, '--shop', inbox.shop.id, '--yes')).toMatchObject({ exitCode: 0 });
  expect(await exported(asking.customer)).toMatchObject({ exitCode: 0 });
  const all = (await archiveLines(path())).join('\n');
  for (const word of asking.words) expect(all).not.toContain(word);
  expectRefusal(await shopOps('shop', 'import', path()), 1, 'it is a copy for a person, and no shop');
});
