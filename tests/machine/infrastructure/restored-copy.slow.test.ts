import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { DiskFiles } from '../../../adapters/files/disk-files.js';
import { KeyRing } from '../../../application/areas/access/manage-keys.js';
import { welcome } from '../../../infrastructure/server/welcome.js';
import { command, expectRefusal, type Ran } from '../../support/command-line.js';
import { cloneDatabase } from '../../support/postgres.js';
import { startTestService, type TestService } from '../../support/service.js';
import { wholeAnswers } from '../../support/whole-answers.js';
import { startWholeService } from '../../support/whole-service.js';
import { backedUp, KEYS, type BackedUp } from './backed-up.js';

// The limit is high, because every command opens the database anew, which takes long on a busy machine.
jest.setTimeout(120_000);

let world: BackedUp;
let backup: string;

beforeAll(async () => {
  world = await backedUp();
  backup = world.made.path;
});
afterAll(() => world.close());

const cli: BackedUp['cli'] = (...args) => world.cli(...args);
const place: BackedUp['place'] = (name) => world.place(name);

/** Restores into a database of its own, and hands it over with the folder of its world.files. */
async function restored(path: string, work: (url: string, ran: Ran, folder: string) => Promise<void>): Promise<void> {
  const copy = await cloneDatabase('template0');
  const folder = await mkdtemp(join(world.root, 'files-'));
  const settings = { DATABASE_URL: copy.url, SIGNING_KEYS: KEYS, DATA_DIR: world.root, RECORDINGS: `file:${folder}` };
  try {
    await work(copy.url, await command(settings, 'restore', path, '--json'), folder);
  } finally {
    await copy.drop();
  }
}

async function serving(url: string): Promise<TestService> {
  const service = await startTestService({ database: { url, drop: () => Promise.resolve() } });
  service.clock.set(world.here.clock.now());
  return service;
}

describe('a restored copy', () => {
  test('gives the same answers, and has the same files', async () => {
    const { token } = await world.here.container.get(KeyRing).mint({ shop: world.shop.id, name: 'test', scope: 'full' });
    const later = (await cli(world.here.databaseUrl, 'backup', '--to', place('later'), '--json')).document;
    await restored(later.path, async (url, ran, folder) => {
      expect(ran).toMatchObject({ exitCode: 0, document: { silent: true, files: world.count } });
      const before = await wholeAnswers(world.here.as(token));
      const there = await serving(url);
      expect(await wholeAnswers(there.as(token))).toEqual(before);
      await there.stop();
      for (const { id } of world.files) {
        const [kept, copied] = [new DiskFiles(world.here.recordings.folder), new DiskFiles(folder)].map((disk) =>
          disk.read(world.media.id, id),
        );
        expect(await bytesOf(copied)).toEqual(await bytesOf(kept));
      }
    });
  });

  test('is of one moment, although the service is written to meanwhile', async () => {
    const { token } = await world.here.container.get(KeyRing).mint({ shop: world.shop.id, name: 'writer', scope: 'full' });
    const api = world.here.as(token);
    const saving = { goesOn: true, written: 0 };
    const writing = (async () => {
      while (saving.goesOn) {
        await api.post('/tasks', { title: `Task ${saving.written}` });
        saving.written += 1;
      }
    })();
    const ran = await cli(world.here.databaseUrl, 'backup', '--to', place('moments'), '--json');
    saving.goesOn = false;
    await writing;
    expect(saving.written).toBeGreaterThan(0);
    await restored(ran.document.path, async (url) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      // Each write stores a task, its count and its event together.
      const { rows } = await client.query(
        `select (select count(*)::int from tasks where shop_id = $1) as tasks,
          (select sum(n)::int from record_counts where shop_id = $1 and list = 'tasks') as counted,
          (select count(*)::int from tasks where shop_id = $1 and title like 'Task %') as written,
          (select count(*)::int from outbox where shop_id = $1 and type = 'task.created' and data->>'title' like 'Task %') as told`,
        [world.shop.id],
      );
      await client.end();
      expect(rows[0].counted).toBe(rows[0].tasks);
      expect(rows[0].told).toBe(rows[0].written);
    });
  });

  test('goes into an empty database only, and under the same keys', async () => {
    expectRefusal(await cli(world.here.databaseUrl, 'restore', backup, '--json'), 1, 'this database is not empty');
    const copy = await cloneDatabase('template0');
    try {
      const others = { DATABASE_URL: copy.url, SIGNING_KEYS: 'another-signing-key-of-others', DATA_DIR: world.root };
      expectRefusal(await command(others, 'restore', backup, '--json'), 1, 'other signing keys');
      const folder = { ...others, RECORDINGS: `file:${place('other-files')}` };
      const ran = await command(folder, 'restore', backup, '--new-keys');
      expect(ran).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/rotate the secrets of \d+ webhooks/) });
    } finally {
      await copy.drop();
    }
  });

  test('says nothing of new keys if they are the old ones', async () => {
    const copy = await cloneDatabase('template0');
    try {
      const ran = await cli(copy.url, 'restore', backup, '--new-keys');
      expect(ran).toMatchObject({ exitCode: 0, stdout: expect.not.stringContaining('signing keys') });
    } finally {
      await copy.drop();
    }
  });

  test('is not made of a backup of a newer release', async () => {
    const newer = join(place('newer'), backup.split('/').at(-1) ?? '');
    await cp(backup, newer, { recursive: true });
    await cp(join(place(), 'files'), join(place('newer'), 'files'), { recursive: true });
    const { sha256: _, ...manifest } = JSON.parse(await readFile(join(newer, 'manifest.json'), 'utf8'));
    const content = { ...manifest, release: '99.0.0', migrations: [...manifest.migrations, 'Tomorrow4102444800000'] };
    const sha256 = createHash('sha256').update(JSON.stringify(content)).digest('hex');
    await writeFile(join(newer, 'manifest.json'), `${JSON.stringify({ ...content, sha256 }, null, 2)}\n`);
    await restored(newer, async (url, ran) => {
      expectRefusal(ran, 1, 'was made by release 99.0.0, whose tables are unknown here (Tomorrow4102444800000)');
      // Nothing was changed, so an older backup can go there.
      const settings = {
        DATABASE_URL: url,
        SIGNING_KEYS: KEYS,
        DATA_DIR: world.root,
        RECORDINGS: `file:${place('older-files')}`,
      };
      expect(await command(settings, 'restore', backup, '--json')).toMatchObject({ exitCode: 0 });
    });
  });

  test('sends nothing of what is due, before it wakes and after it', async () => {
    await restored(backup, async (url) => {
      const listed: { shop: string }[] = (await cli(url, 'wake', '--list', '--json')).document.waiting;
      expect(listed.filter(({ shop: of }) => of === world.media.id)).toMatchObject([
        { kind: 'scheduled_message', id: world.overdue.id, overdue: true },
        { kind: 'scheduled_message', id: world.future.id, overdue: false },
      ]);
      expect((await cli(url, 'outgoing', 'status', '--json')).document.pauses).toHaveLength(4);
      const service = await startWholeService(url);
      const rows = <Row>(sql: string) => service.connections.pool.query(sql).then(({ rows: found }) => found as Row[]);
      expect(welcome(service)).toContain('Silent: no text, e-mail or webhook leaves until shop-ops wake (restored from backup-');
      expect(await (await fetch(`${service.url}/readyz`)).text()).toContain('texts paused');
      expect(await rows(`select status from messages where id = '${world.waiting.id}'`)).toEqual([{ status: 'unconfirmed' }]);
      // The delivery of an event that the feed had not told yet when the backup was made begins to wait in the copy.
      const deliveries = `select distinct status from webhook_deliveries where status <> 'pending'`;
      expect(await rows(deliveries)).toEqual([{ status: 'canceled' }]);
      const name = new URL(url).pathname.slice(1);
      expectRefusal(await cli(url, 'wake', '--json'), 1, `type shop-ops wake ${name}`);
      expect((await cli(url, 'wake', name, '--json')).document.resumed).toHaveLength(4);
      const scheduled = `select status, error from scheduled_messages where shop_id = '${world.media.id}' order by send_at`;
      expect(await rows(scheduled)).toMatchObject([{ status: 'refused', error: 'silent' }, { status: 'scheduled' }]);
      expect(await rows('select * from sandbox_outbox')).toEqual(await world.here.sql('select * from sandbox_outbox'));
      await service.stop();
    });
  });
});

async function bytesOf(read: Promise<AsyncIterable<Uint8Array> | null> | undefined): Promise<Buffer> {
  const content = await read;
  if (!content) throw new Error('the file is not there');
  return buffer(content);
}
