import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { command, expectRefusal, type Ran } from '../../support/command-line.js';
import { openBucket } from '../../support/opened-storage.js';
import { cloneDatabase } from '../../support/postgres.js';
import { backedUp, KEYS, throwAwayDatabases, type BackedUp } from './backed-up.js';

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

describe('a backup', () => {
  test('says what it has, and has no secret', async () => {
    expect(world.made).toMatchObject({ files: world.count, lost_files: 0, verified: false, removed: [] });
    expect(await readdir(place())).toEqual(expect.arrayContaining(['files', backup.split('/').at(-1)]));
    const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'));
    const [customers] = await world.here.sql<{ n: number }>('select count(*)::int as n from customers');
    expect(manifest.tables).toContainEqual(expect.objectContaining({ name: 'customers', rows: customers?.n }));
    expect(manifest.tables.map(({ name }: { name: string }) => name)).not.toContain('idempotency_keys');
    expect(JSON.stringify(manifest)).not.toContain(KEYS);
  });

  test('is verified by a restore, and leaves no database behind', async () => {
    expect(await cli(world.here.databaseUrl, 'backup', 'verify', backup, '--json')).toMatchObject({ exitCode: 0 });
    expect(await throwAwayDatabases(world.here)).toEqual([]);
  });

  test('copies only new world.files, and keeps so many backups as it is told, with the files of those', async () => {
    const to = place('kept');
    const names: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const ran = await cli(world.here.databaseUrl, 'backup', '--to', to, '--keep', '2', '--json');
      expect(ran).toMatchObject({ exitCode: 0, document: { verified: true, files: world.count } });
      names.push(ran.document.path.split('/').at(-1));
      if (turn === 0) await mkdir(join(to, 'files', 'of')).then(() => writeFile(join(to, 'files', 'of', 'nobody'), ''));
    }
    expect(await readdir(join(to, 'files', 'of'))).toEqual([]);
    expect((await readdir(to)).sort()).toEqual([...names.slice(1), 'files'].sort());
  });

  test('is not made where it cannot be written, and leaves nothing there', async () => {
    await writeFile(join(world.root, 'a-file'), '');
    expectRefusal(
      await cli(world.here.databaseUrl, 'backup', '--to', join(world.root, 'a-file', 'backups'), '--json'),
      1,
      'a file is in its way',
    );
    expectRefusal(await cli(world.here.databaseUrl, 'backup', '--to', join(world.root, 'a-file'), '--json'), 1, 'is in its way');
    for (const path of [join(world.root, 'a-file'), join(world.root, 'a-file', 'backup'), '/nobody'])
      expectRefusal(await cli(world.here.databaseUrl, 'backup', 'verify', path, '--json'), 1, `shop-ops: ${path} is no backup`);
    expectRefusal(await cli(world.here.databaseUrl, 'backup', '--json'), 2, '--to PLACE is needed');
  });
});

describe('a backup in a bucket', () => {
  test('is verified there, and one that the bucket did not take whole is no backup', async () => {
    const bucket = await openBucket();
    const { server, endpoint } = bucket;
    const there = `s3://${server.bucket}/daily`;
    const settings = {
      DATABASE_URL: world.here.databaseUrl,
      SIGNING_KEYS: KEYS,
      DATA_DIR: world.root,
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: server.key.region,
    };
    const inBucket = (...args: string[]): Promise<Ran> =>
      command({ ...settings, RECORDINGS: `file:${world.here.recordings.folder}` }, ...args);
    server.fail = (request) => (request.includes('tasks.copy.gz') ? { code: 'AccessDenied', status: 403 } : null);
    expectRefusal(await inBucket('backup', '--to', there, '--json'), 1, 'the credentials do not permit this');
    expect([...server.objects.keys()]).toEqual([]);
    server.fail = () => null;
    const ran = await inBucket('backup', '--to', there, '--keep', '1', '--json');
    expect(ran).toMatchObject({ exitCode: 0, document: { verified: true, files: world.count } });
    const again = await inBucket('backup', '--to', there, '--keep', '1', '--json');
    expect(again.document.removed).toEqual([ran.document.path.split('/').at(-1)]);
    expect(await inBucket('backup', 'verify', again.document.path)).toMatchObject({ exitCode: 0 });
    await bucket.close();
  });
});

describe('a damaged backup', () => {
  /** Turns one bit of a file round. */
  async function flip(path: string): Promise<() => Promise<void>> {
    const before = await readFile(path);
    const after = Buffer.from(before);
    const middle = Math.floor(after.length / 2);
    after[middle] = (after[middle] ?? 0) ^ 1;
    await writeFile(path, after);
    return () => writeFile(path, before);
  }

  test('is found, whatever part of it has changed', async () => {
    const tables = (await readdir(join(backup, 'tables'))).map((name) => join(backup, 'tables', name));
    const kept = (await readdir(place(), { recursive: true })).filter((name) => /^files\/..\/./.test(name));
    const parts = [
      join(backup, 'manifest.json'),
      join(backup, 'files.ndjson.gz'),
      ...tables.slice(0, 3),
      join(place(), kept[0] ?? ''),
    ];
    for (const part of parts) {
      const mend = await flip(part);
      expectRefusal(await cli(world.here.databaseUrl, 'backup', 'verify', backup, '--json'), 1, /was changed|cannot be read/);
      await mend();
    }
    await rm(join(backup, 'verified'), { force: true });
    expect(await cli(world.here.databaseUrl, 'backup', 'verify', backup)).toMatchObject({ exitCode: 0 });
  });

  test('gets its damaged files again from the next one', async () => {
    const [kept = ''] = (await readdir(place(), { recursive: true })).filter((name) => /^files\/..\/./.test(name));
    const file = join(place(), kept);
    await flip(file);
    const told = await cli(world.here.databaseUrl, 'backup', 'verify', backup, '--json');
    expectRefusal(told, 1, 'was changed: the next backup with --verify copies it again, if RECORDINGS still has it');
    const again = await cli(world.here.databaseUrl, 'backup', '--to', place(), '--verify', '--json');
    expect(again).toMatchObject({ exitCode: 0, document: { verified: true, repaired_files: 1 } });
    await truncate(file, 1);
    expect(await cli(world.here.databaseUrl, 'backup', '--to', place())).toMatchObject({ exitCode: 0 });
    expect(await cli(world.here.databaseUrl, 'backup', 'verify', backup)).toMatchObject({ exitCode: 0 });
  });

  test('is not restored, and its database is not used, until the restore was taken up again', async () => {
    const mend = await flip(join(backup, 'tables', 'customers.copy.gz'));
    const copy = await cloneDatabase('template0');
    try {
      expectRefusal(await cli(copy.url, 'restore', backup, '--json'), 1, /customers.copy.gz/);
      for (const args of [
        ['migrate', 'up'],
        ['shop', 'list'],
        ['backup', '--to', place('half')],
        ['wake', '--list'],
      ])
        expectRefusal(await cli(copy.url, ...args, '--json'), 1, 'run the same shop-ops restore again');
      const { findings } = (await cli(copy.url, 'doctor', '--json')).document;
      expect(findings).toContainEqual(
        expect.objectContaining({ check: 'migrations', advice: 'run the same shop-ops restore again' }),
      );
      await mend();
      expect(await cli(copy.url, 'restore', backup)).toMatchObject({ exitCode: 0 });
      expect(await cli(copy.url, 'migrate', 'up')).toMatchObject({ exitCode: 0 });
    } finally {
      await copy.drop();
    }
  });
});
