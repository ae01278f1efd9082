import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ShopOperations } from 'shop-operations-client';
import { EraseCustomer } from 'shop-operations-api/application/areas/customers/erase-customer.js';
import { eventually } from 'shop-operations-api/tests/support/eventually.js';
import { followEvents } from 'shop-operations-api/tests/support/follow-events.js';
import { sharedTestService, type TestService, type TestShop } from 'shop-operations-api/tests/support/service.js';

interface Crm {
  save(kind: string, records: readonly object[]): Promise<void>;
}
const example = (file: string): Promise<unknown> => import(pathToFileURL(resolve('examples/crm-sync', file)).href);
// The casts are safe: the example has no types, but exports these.
const { syncCrm } = (await example('crm-sync.mjs')) as {
  syncCrm: (shop: ShopOperations, crm: Crm, signal: AbortSignal) => Promise<void>;
};
const { FolderCrm } = (await example('folder-crm.mjs')) as { FolderCrm: new (folder: string) => Crm };

let service: TestService;
let shop: TestShop;
let client: ShopOperations;
let folder: string;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
  // The key only reads.
  const sleep = (): Promise<void> => new Promise((passed) => setImmediate(passed));
  client = new ShopOperations({ baseUrl: service.url, key: String(shop.read.token), sleep });
  folder = await mkdtemp(join(tmpdir(), 'crm-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(() => service.stop());

interface Named {
  readonly id: string;
  readonly name: string;
  readonly status?: string;
}

async function kept(kind: string): Promise<Named[]> {
  const names = await readdir(join(folder, kind)).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json'));
  return Promise.all(files.map(async (name) => JSON.parse(await readFile(join(folder, kind, name), 'utf8')) as Named));
}

const namesOf = async (kind: string): Promise<string[]> => (await kept(kind)).map(({ name }) => name).sort();

/** Runs the sync until the CRM has these leads and customers, and stops it. */
async function syncUntil(leads: readonly string[], customers: readonly string[] = []): Promise<void> {
  const ending = new AbortController();
  const running = syncCrm(client, new FolderCrm(folder), ending.signal);
  const all = async (): Promise<unknown> => [await namesOf('leads'), await namesOf('customers')];
  const wanted = [[...leads].sort(), customers];
  // While the sync runs, a file can be half written, or gone since its name was read.
  const isAsWanted = (): Promise<boolean> =>
    all().then(
      (there) => JSON.stringify(there) === JSON.stringify(wanted),
      () => false,
    );
  await Promise.race([running, eventually(isAsWanted, (isWanted) => isWanted)]);
  ending.abort();
  await running;
  expect(await all()).toEqual(wanted);
}

async function lead(name: string): Promise<string> {
  const { body } = await shop.full.post('/leads', { name });
  await followEvents(service);
  return body.data.id as string;
}

test('a CRM gets what is there, then what changes, and goes on after a stop', async () => {
  const id = await lead('Dana');
  await lead('Robin');
  await syncUntil(['Dana', 'Robin']);
  await lead('Alex');
  await shop.full.patch(`/leads/${id}`, { name: 'Dana Whitfield', status: 'won' });
  await followEvents(service);
  await syncUntil(['Dana Whitfield', 'Robin', 'Alex']);
  expect((await kept('leads')).find((one) => one.id === id)).toMatchObject({ status: 'won' });
});

test('what changes while the lists are read is not missed', async () => {
  await lead('Dana');
  const ending = new AbortController();
  class SlowCrm extends FolderCrm {
    override async save(kind: string, records: readonly object[]): Promise<void> {
      if ((await readdir(folder)).length === 0) await lead('Robin');
      await super.save(kind, records);
      if ((await namesOf('leads')).length === 2) ending.abort();
    }
  }
  await syncCrm(client, new SlowCrm(folder), ending.signal);
  expect(await namesOf('leads')).toEqual(['Dana', 'Robin']);
});

test('a CRM that was away for too long begins anew', async () => {
  await lead('Dana');
  await syncUntil(['Dana']);
  await rm(join(folder, 'leads'), { recursive: true });
  // A number that the feed never had is refused like one that it no longer has.
  const pruned = new Set<string>();
  const fetchOf: typeof fetch = (url, init) => {
    const after = new URL(url).searchParams.get('after');
    if (after === null || after === 'latest' || pruned.size > 0) return fetch(url, init);
    pruned.add(after);
    const error = { code: 'validation_error', message: 'after: events are kept for 30 days' };
    return Promise.resolve(Response.json({ error }, { status: 422 }));
  };
  client = new ShopOperations({ baseUrl: service.url, key: String(shop.read.token), fetch: fetchOf });
  await syncUntil(['Dana']);
  expect(pruned.size).toBe(1);
});

test('a customer who is erased leaves the CRM, with the leads', async () => {
  const { body } = await shop.full.post('/customers', { name: 'Dana', phone: '613 555 0142', consent_source: 'unknown' });
  await shop.full.post('/leads', { name: 'Dana', phone: '613 555 0142' });
  await followEvents(service);
  await syncUntil(['Dana'], ['Dana']);
  await service.container.get(EraseCustomer).execute(shop.id, body.data.id);
  await lead('Robin');
  await syncUntil(['Robin']);
});
