import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { DiskFiles } from '../../../adapters/files/disk-files.js';
import { KeyRing } from '../../../application/areas/access/manage-keys.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Api } from '../../support/api.js';
import { archiveLines, writeArchiveLines } from '../../support/archives.js';
import { aPhoneNumber } from '../../support/builders/a-phone-number.js';
import { command, expectRefusal, type Ran } from '../../support/command-line.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { registry } from '../../support/registry.js';
import { startTestService, type TestService } from '../../support/service.js';
import { wholeAnswers, withoutChangeTimes } from '../../support/whole-answers.js';
import { startWholeService } from '../../support/whole-service.js';
import { backedUp, KEYS, type BackedUp } from './backed-up.js';

// The limit is high, because every command opens the database anew, which takes long on a busy machine.
jest.setTimeout(120_000);

let world: BackedUp;
let root: string;
let file: string;
/** another deployment */
let there: TestDatabase;
let folder: string;

beforeAll(async () => {
  world = await backedUp();
  root = await mkdtemp(join(tmpdir(), 'archive-test-'));
  folder = join(root, 'files');
  there = await cloneDatabase();
  file = await exported(world.media.id);
});
afterAll(async () => {
  await there.drop();
  await world.close();
  await rm(root, { recursive: true, force: true });
});

const shopOps = (url: string, recordings: string, ...args: string[]): Promise<Ran> =>
  command({ DATABASE_URL: url, SIGNING_KEYS: KEYS, DATA_DIR: root, RECORDINGS: `file:${recordings}` }, ...args, '--json');
const here = (...args: string[]): Promise<Ran> => shopOps(world.here.databaseUrl, world.here.recordings.folder, ...args);
const away = (...args: string[]): Promise<Ran> => shopOps(there.url, folder, ...args);

async function exported(shop: string, name = shop): Promise<string> {
  const path = join(root, `${name}.ndjson.gz`);
  const ran = await here('shop', 'export', shop, '--out', path);
  expect([ran.exitCode, ran.stderr]).toEqual([0, '']);
  return path;
}

async function keyOf(service: TestService, shop: string): Promise<Api> {
  const { token } = await service.container.get(KeyRing).mint({ shop: shop as ShopId, name: 'test', scope: 'full' });
  return service.as(token);
}

/** Every list of the API that needs nothing but a key, without what differs from one moment or deployment to another. */
async function lists(api: Api): Promise<string[]> {
  const paths = registry.operations.flatMap(({ route }) =>
    route?.method === 'GET' && !route.path.includes(':') && !/events|me$|exports|audit|grants|keys|webhooks/.test(route.path)
      ? [route.path]
      : [],
  );
  const found: string[] = [];
  for (const path of paths) {
    const { status, body } = await api.get(path);
    found.push(withoutChangeTimes(JSON.stringify([path, status, body?.data])));
  }
  for (const name of ['comms/list_scheduled_messages', 'optouts/list', 'automations/list', 'shop/get']) {
    const { status, body } = await api.post(`/${name}`, {});
    const { id: _, ...data } = body.data as { id?: string };
    found.push(withoutChangeTimes(JSON.stringify([name, status, data])));
  }
  return found;
}

const bytesOf = async (root: string, shop: string, id: string): Promise<Buffer | null> => {
  const content = await new DiskFiles(root).read(shop as ShopId, id as never);
  return content && buffer(content);
};

describe('a shop in another deployment', () => {
  test('gives the same answers under the same ids, and has the same files', async () => {
    const before = await keyOf(world.here, world.shop.id);
    const answers = await wholeAnswers(before);
    const ran = await away('shop', 'import', await exported(world.shop.id), '--keep-ids');
    expect(ran).toMatchObject({ exitCode: 0, document: { id: world.shop.id, silent: true } });
    const service = await startTestService({ database: { ...there, drop: () => Promise.resolve() } });
    try {
      service.clock.set(world.here.clock.now());
      const after = await keyOf(service, world.shop.id);
      expect(await wholeAnswers(after)).toEqual(answers);
      expect(await lists(after)).toEqual(await lists(before));
    } finally {
      await service.stop();
    }
  });

  test('comes without keys, webhooks and events, and sends nothing before it wakes', async () => {
    const ran = await away('shop', 'import', file);
    expect(ran.document).toMatchObject({ id: world.media.id, files: world.files.length });
    for (const { id } of world.files)
      expect(await bytesOf(folder, world.media.id, id)).toEqual(await bytesOf(world.here.recordings.folder, world.media.id, id));
    const service = await startWholeService(there.url, { RECORDINGS: `file:${folder}` });
    const rows = <Row>(sql: string) =>
      service.connections.pool.query(sql, [world.media.id]).then(({ rows: found }) => found as Row[]);
    for (const table of ['api_keys', 'webhooks', 'outbox'])
      expect(await rows(`select from ${table} where shop_id = $1 and ${table} is not null`)).toEqual([]);
    expect((await away('wake', '--list', '--shop', world.media.id)).document.waiting).toMatchObject([
      { id: world.overdue.id, overdue: true },
      { id: world.future.id, overdue: false },
    ]);
    const status = `select status, error from scheduled_messages where shop_id = $1 order by send_at`;
    expect(await rows(status)).toMatchObject([{ status: 'scheduled' }, { status: 'scheduled' }]);
    expect(await rows(`select status from messages where shop_id = $1 and direction = 'outbound'`)).toEqual([
      { status: 'unconfirmed' },
    ]);
    // Whoever looks for pauses finds them, and a restart of the deployment does not call it silent.
    expect((await away('outgoing', 'status')).document.pauses).toContainEqual(
      expect.objectContaining({ way: 'texts', shop: world.media.id, cause: 'start' }),
    );
    expect(service.silent).toBeNull();
    expect((await away('wake', '--shop', world.media.id)).document).toMatchObject({ dropped: 1 });
    expect(await rows(status)).toMatchObject([{ status: 'refused', error: 'silent' }, { status: 'scheduled' }]);
    expect(await rows('select from sandbox_outbox where shop_id = $1')).toEqual([]);
    await service.stop();
  });
});

describe('a shop beside itself', () => {
  test('gets another id, keeps its records with their links, and leaves the first one as it was', async () => {
    const first = await keyOf(world.here, world.media.id);
    const answers = await wholeAnswers(first);
    const ran = await here('shop', 'import', file);
    expect(ran).toMatchObject({ exitCode: 0, document: { former_id: world.media.id } });
    const { id } = ran.document;
    expect(id).not.toBe(world.media.id);
    expect(await wholeAnswers(first)).toEqual(answers);
    const copy = await wholeAnswers(await keyOf(world.here, id));
    const settled = (all: ReadonlyMap<string, string>) =>
      [...all].map(([question, answer]) => [question, answer.replaceAll('"queued"', '"unconfirmed"')]);
    expect(settled(copy)).toEqual(settled(answers));
    for (const { id: of } of world.files)
      expect(await bytesOf(world.here.recordings.folder, id, of)).toEqual(
        await bytesOf(world.here.recordings.folder, world.media.id, of),
      );
    expectRefusal(await here('shop', 'import', file, '--keep-ids'), 1, 'is here already');
  });

  test('is refused while a line of it is live in the first one', async () => {
    const busy = await world.here.shop();
    await aPhoneNumber(world.here, busy, { number: '+16135550177' });
    const path = await exported(busy.id);
    const shops = await world.here.sql('select from shops');
    expectRefusal(
      await here('shop', 'import', path),
      1,
      `+16135550177 is a line of the shop ${busy.id} here: release it there first`,
    );
    expect(await world.here.sql('select from shops')).toHaveLength(shops.length);
    expect(await here('number', 'release', '+16135550177', '--shop', busy.id)).toMatchObject({ exitCode: 0 });
    expect(await here('shop', 'import', path)).toMatchObject({ exitCode: 0 });
  });
});

describe('an archive', () => {
  const DAMAGED = 'it is no archive, or it was cut off or changed';
  /** Expects that an import is refused with a sentence, and has left nothing. */
  async function expectRefused(path: string, reason: RegExp | string): Promise<void> {
    const fresh = await cloneDatabase();
    const files = join(root, 'none');
    try {
      expectRefusal(await shopOps(fresh.url, files, 'shop', 'import', path), 1, reason);
      expect((await shopOps(fresh.url, files, 'shop', 'list')).document).toEqual([]);
      expect((await shopOps(fresh.url, files, 'outgoing', 'status')).document.pauses).toEqual([]);
      expect(await readdir(files).catch(() => [])).toEqual([]);
    } finally {
      await fresh.drop();
    }
  }
  const damaged = async (name: string, bytes: Buffer): Promise<string> => {
    await writeFile(join(root, name), bytes);
    return join(root, name);
  };

  test('is refused when a bit of it is another one, or its end is missing', async () => {
    const whole = await readFile(file);
    const flipped = Buffer.from(whole);
    const middle = Math.floor(flipped.length / 2);
    flipped[middle] = (flipped[middle] ?? 0) ^ 1;
    await expectRefused(await damaged('flipped', flipped), DAMAGED);
    await expectRefused(await damaged('cut', whole.subarray(0, middle)), DAMAGED);
    await expectRefused(await damaged('text', Buffer.from('{}')), DAMAGED);
    // What gzip takes for whole, too.
    const lines = await archiveLines(file);
    const packed = (of: readonly string[]): Buffer => gzipSync(of.join('\n'));
    await expectRefused(await damaged('short', packed(lines.slice(0, -1))), DAMAGED);
    await expectRefused(await damaged('fewer', packed(lines.toSpliced(5, 1))), DAMAGED);
    await expectRefused(await damaged('longer', packed([...lines, lines[5] ?? ''])), DAMAGED);
  });

  test('is refused from a newer release, and from another format', async () => {
    const [first = '', ...rest] = (await archiveLines(file)).slice(0, -1);
    const head = JSON.parse(first);
    const path = join(root, 'newer');
    await writeArchiveLines(path, [JSON.stringify({ ...head, migrations: [...head.migrations, 'Later1'] }), ...rest]);
    await expectRefused(path, 'whose tables are unknown here (Later1)');
    await writeArchiveLines(path, [JSON.stringify({ ...head, format: 2 }), ...rest]);
    await expectRefused(path, 'it has the format 2, which only a newer release knows');
  });

  test('that an older release has made gets the defaults of the columns it did not have', async () => {
    const lines = (await archiveLines(file)).slice(0, -1).map((line) => JSON.parse(line));
    const [head] = lines;
    head.migrations = head.migrations.filter((name: string) => !name.startsWith('Metadata'));
    head.tables.conversations = head.tables.conversations.filter((column: string) => column !== 'metadata');
    for (const { kind, row } of lines) if (kind === 'conversations') delete row.metadata;
    const path = join(root, 'older');
    await writeArchiveLines(
      path,
      lines.map((line) => JSON.stringify(line)),
    );
    const ran = await here('shop', 'import', path);
    expect(ran).toMatchObject({ exitCode: 0 });
    expect(await world.here.sql('select distinct metadata from conversations where shop_id = $1', [ran.document.id])).toEqual([
      { metadata: {} },
    ]);
  });

  test('is of one moment, although the shop is written to meanwhile', async () => {
    const busy = await world.here.shop();
    const saving = { goesOn: true };
    const writing = (async () => {
      while (saving.goesOn) await busy.full.post('/tasks', { title: 'Another' });
    })();
    const lines = (await archiveLines(await exported(busy.id))).map((line) => JSON.parse(line));
    saving.goesOn = false;
    await writing;
    // Each write stores a task and its count together.
    const counts = lines.filter(({ kind, row }) => kind === 'record_counts' && row.list === 'tasks');
    const tasks = lines.filter(({ kind }) => kind === 'tasks');
    expect(tasks.length).toBeGreaterThan(0);
    expect(counts.reduce((sum: number, { row }) => sum + Number(row.n), 0)).toBe(tasks.length);
  });

  test('is for its owner alone, and replaces nothing when it cannot be written', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const before = await readFile(file);
    await rm(join(world.here.recordings.folder, world.media.id), { recursive: true });
    const lost = await here('shop', 'export', world.media.id, '--out', join(root, 'lost'));
    expect(lost).toMatchObject({ exitCode: 3, document: { lost_files: world.files.length } });
    expectRefusal(await here('shop', 'export', world.media.id, '--out', join(file, 'there')), 1, `there is no folder ${file}`);
    expectRefusal(await here('shop', 'import', root), 1, `${root} is no file`);
    expect(await readFile(file)).toEqual(before);
  });
});
