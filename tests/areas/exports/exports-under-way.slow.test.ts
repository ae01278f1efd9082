import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PostgresSnapshots } from '../../../adapters/areas/exports/postgres-snapshots.js';
import type { AnnouncementListener } from '../../../adapters/postgres/announcement-listener.js';
import { Database } from '../../../adapters/storage/database.js';
import { KeyTokens } from '../../../application/areas/access/api-keys.js';
import { KeyRing } from '../../../application/areas/access/manage-keys.js';
import { Snapshots } from '../../../application/areas/exports/snapshots.js';
import type { ApiKeyId } from '../../../domain/shared/id.js';
import { listenerOf } from '../../../infrastructure/modules/listener.js';
import type { Api } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

/** So many leads are more than the buffers of a connection take. */
const MANY = 60_000;
const IDLE_MS = 30_000;

let service: TestService;
let listener: AnnouncementListener;
let shop: TestShop;
let api: Api;

beforeAll(async () => {
  service = await startTestService();
  listener = listenerOf(service.container, { url: service.databaseUrl, ssl: false });
  await listener.start();
  shop = await service.shop();
  await service.sql(
    `insert into leads (shop_id, id, first_name, status, created_at, origin, version)
     select $1, gen_random_uuid(), repeat('x', 200), 'new', now(), 'service', 1 from generate_series(1, ${MANY})`,
    [shop.id],
  );
});
beforeEach(async () => {
  api = await service.key(shop.id, { scope: 'read' });
});
afterAll(async () => {
  await listener.stop();
  await service.stop();
});

const statusNow = async (): Promise<number> => (await api.get('/exports/staff')).status;
const connections = async (): Promise<number> => {
  const backends = `select from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`;
  return (await service.sql(backends)).length;
};

async function keyOf({ token }: Api): Promise<ApiKeyId> {
  const publicId = service.container.get(KeyTokens).read(token ?? '')?.publicId;
  const [key] = await service.sql<{ id: ApiKeyId }>('select id from api_keys where public_id = $1', [publicId]);
  return key!.id;
}

/** Begins an export on a connection of its own, and reads nothing more than its beginning. Returns both ends of the connection. */
async function stalled(): Promise<readonly [client: Socket, server: Socket]> {
  const { hostname, port } = new URL(service.url);
  const accepted = once(service.server, 'connection') as Promise<[Socket]>;
  const client = connect(Number(port), hostname).on('error', () => undefined);
  await once(client, 'connect');
  client.pause().write(`GET /api/v1/exports/leads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.token}\r\n\r\n`);
  await once(client, 'readable');
  return [client, (await accepted)[0]];
}

/** The export has ended, and nothing of it is left: its key has no export, and the database has no connection for it. */
async function expectFreed(): Promise<void> {
  expect(await eventually(statusNow, (status) => status === 200)).toBe(200);
  expect(await eventually(connections, (count) => count === 0)).toBe(0);
  expect(service.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
}

it('a second export of the same key is refused while one runs, and one of another key is not', async () => {
  const [client] = await stalled();
  const { status, body, headers } = await api.get('/exports/staff');
  expect([status, body.error.code, headers.get('should-retry')]).toEqual([409, 'conflict', null]);
  expect((await shop.read.get('/exports/staff')).status).toBe(200);
  client.destroy();
  await expectFreed();
});

it.each(['destroy', 'resetAndDestroy'] as const)('a cut connection frees everything: %s', async (cut) => {
  const [client] = await stalled();
  client[cut]();
  await expectFreed();
});

it('a client that takes nothing is cut off', async () => {
  const [client, served] = await stalled();
  expect(served.timeout).toBe(IDLE_MS);
  served.setTimeout(50); // the limit passes sooner
  await once(served, 'close');
  client.destroy();
  await expectFreed();
});

it('ends, cut off, when its key is revoked, even if its client takes nothing', async () => {
  const [client, served] = await stalled();
  const looks: number[] = [];
  const nothingIsTaken = (): boolean => looks.push(served.bytesWritten) > 20 && looks.at(-1) === looks.at(-20);
  await eventually(nothingIsTaken, (isFull) => isFull);
  await service.container.get(KeyRing).revoke(await keyOf(api));
  await once(served, 'close');
  let text = '';
  for await (const chunk of client.setEncoding('utf8')) text += String(chunk);
  expect(text.endsWith('0\r\n\r\n')).toBe(false); // the last chunk of a whole answer
  api = shop.read;
  await expectFreed();
});

const ALL = { after: null, since: null };

it('holds one moment for all of its records', async () => {
  const other = await service.shop();
  const key = await keyOf(other.read);
  const before = (await other.full.post('/leads', { name: 'Before' })).body.data.id as string;
  const snapshot = await service.container.get(Snapshots).take(other.id, key);
  await other.full.patch(`/leads/${before}`, { status: 'won' });
  await other.full.post('/leads', { name: 'After' });
  const seen = [];
  for await (const records of snapshot!.records('leads', ALL)) seen.push(...records);
  expect(seen).toMatchObject([{ id: before, status: 'new' }]);
});

it('ends when it takes too long', async () => {
  const snapshots = new PostgresSnapshots(service.container.get(Database), 0);
  const snapshot = await snapshots.take(shop.id, await keyOf(api));
  await expectFreed();
  await expect(snapshot!.records('leads', ALL)[Symbol.asyncIterator]().next()).rejects.toThrow(
    'the export took too long; the export is incomplete',
  );
});

it('is read in chunks, and has every record once', async () => {
  const ids = (await api.get('/exports/leads')).text.split('\n').map((line) => line.slice(0, 50));
  expect([ids.length, new Set(ids).size]).toEqual([MANY + 1, MANY + 1]);
});
