import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, readlink, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { copyBinaries } from '../../../infrastructure/embedded-postgres/binaries.js';
import { ownEmbeddedPostgres, visitEmbeddedPostgres } from '../../../infrastructure/embedded-postgres/embedded-postgres.js';
import type { EmbeddedPostgres } from '../../../infrastructure/embedded-postgres/embedded-postgres.js';
import { DatabaseInUse } from '../../../infrastructure/embedded-postgres/errors.js';
import { databaseProcess, ended, listen, query, writeProgram } from '../../support/database-process.js';

const isRoot = process.getuid?.() === 0;
const SETTINGS = `select pg_encoding_to_char(encoding) as encoding, datcollate as collation, upper('éiö') as upper,
  current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets,
  current_setting('timezone') as zone, current_setting('lc_messages') as messages, current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as sync from pg_database where datname = current_database()`;

/** The data folder of a cluster for the tests that do not need a new one, because it takes long to create a cluster. */
const SHARED = 'shared';

let root = '';
const opened: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];
const relocated: string[] = [];

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'embedded-postgres-test-')));
  await chmod(root, 0o755);
  await writeProgram(join(root, 'child.mjs'));
});

afterEach(async () => {
  await Promise.all(children.splice(0).map(async (each) => ended(each, 'SIGTERM')));
  await Promise.all(opened.splice(0).map(async (each) => each.stop()));
});

afterAll(async () => {
  for (const path of [root, ...relocated]) await rm(path, { recursive: true, force: true });
});

describe('the owner of the embedded database', () => {
  test('runs it in UTF-8, C.UTF-8 and UTC under any environment, on loopback only', async () => {
    const environment = { LC_ALL: 'tr_TR.ISO-8859-9', LANG: 'xx', LANGUAGE: 'tr', PGDATA: '/nowhere', PGTZ: 'Asia/Tokyo' };
    const { url, owner } = await listen(child('own', join(root, 'locale'), { env: { ...process.env, ...environment } }));
    expect(owner).toBe(true);
    expect(url).toMatch(/^postgres:\/\/[^@]+@127\.0\.0\.1:\d+\/shop_operations(\?|$)/);
    const [settings] = await query(String(url), SETTINGS);
    expect(settings).toMatchObject({ encoding: 'UTF8', upper: 'ÉIÖ', addresses: '127.0.0.1', sockets: '' });
    expect(settings).toMatchObject({ zone: 'UTC', messages: expect.stringMatching(/^C/) as unknown, fsync: 'on', sync: 'on' });
    expect(settings).toMatchObject({ collation: expect.stringMatching(/^C(\.UTF-?8)?$/i) as unknown });
  });

  test('requires the password, keeps it secret, and leaves no incomplete cluster', async () => {
    const { url } = await own('secret');
    const stranger = url.replace(/:[0-9a-f]+@/, ':wrong@');
    await expect(query(stranger, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    const home = await realpath(join(root, 'secret', 'postgres'));
    expect((await stat(home)).mode & 0o777).toBe(0o700);
    expect((await stat(join(home, 'password'))).mode & 0o777).toBe(0o600);
    expect((await readdir(join(root, 'secret'))).filter((name) => name.startsWith('postgres'))).toEqual([
      'postgres',
      'postgres.log',
    ]);
  });

  test('refuses a second owner with one clear line, in the same process and in another', async () => {
    await own(SHARED);
    const dataDir = join(root, SHARED);
    await expect(ownEmbeddedPostgres(dataDir)).rejects.toThrow(DatabaseInUse);
    const report = await listen(child('own', dataDir));
    expect(report.error).toBe('DatabaseInUse');
    expect(report.message).toContain(dataDir);
    expect(report.message).not.toContain('\n');
  });

  test('finds its data again after a restart', async () => {
    const first = await own(SHARED);
    await query(first.url, 'create table restarted as select 42 as answer');
    await first.stop();
    await expect(query(first.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const second = await own(SHARED);
    expect(await query(second.url, 'select answer from restarted')).toEqual([{ answer: 42 }]);
  });

  test('adopts the server of a killed predecessor, and stops it', async () => {
    const dataDir = join(root, SHARED);
    const predecessor = child('own', dataDir);
    const { url } = await listen(predecessor);
    await query(String(url), 'create table adopted as select 42 as answer');
    await ended(predecessor, 'SIGKILL');
    const successor = await own(SHARED);
    expect(successor.url).toBe(url);
    expect(await query(successor.url, 'select answer from adopted')).toEqual([{ answer: 42 }]);
    await successor.stop();
    await expect(query(successor.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('recovers if the server was killed too and its process id now belongs to another process', async () => {
    const first = await own(SHARED);
    await query(first.url, 'create table recovered as select 42 as answer');
    const data = join(await realpath(join(root, SHARED, 'postgres')), 'data');
    const lockFile = await readFile(join(data, 'postmaster.pid'), 'utf8');
    process.kill(Number(lockFile.split('\n')[0]), 'SIGKILL');
    await first.stop();
    const owner = await stat(data);
    const other = spawn('sleep', ['60'], isRoot ? { uid: owner.uid, gid: owner.gid, cwd: '/' } : {});
    children.push(other);
    await writeFile(join(data, 'postmaster.pid'), lockFile.replace(/^\d+/, String(other.pid)));
    const second = await own(SHARED);
    expect(await query(second.url, 'select answer from recovered')).toEqual([{ answer: 42 }]);
    expect(other.exitCode).toBeNull();
  });

  test('is one of two processes that start at once', async () => {
    const dataDir = join(root, 'race');
    const both = [child('own', dataDir), child('own', dataDir)];
    const exits = both.map(async (each) => once(each, 'exit'));
    const answers = await Promise.all(both.map(listen));
    await Promise.race(exits); // the process that is refused ends by itself, even if it has started the server
    expect(answers.filter((report) => report.owner === true)).toHaveLength(1);
    expect(answers.map((report) => report.error).filter(Boolean)).toEqual(['DatabaseInUse']);
  });

  test('takes its lock again if the connection that holds it is lost', async () => {
    const { url } = await own(SHARED);
    const lost = `select pg_terminate_backend(pid) as done from pg_stat_activity where application_name = 'shop-operations'`;
    expect(await query(url, lost)).toEqual([{ done: true }]);
    await new Promise((proceed) => setTimeout(proceed, 1500));
    await expect(ownEmbeddedPostgres(join(root, SHARED))).rejects.toThrow(DatabaseInUse);
  });

  test('has errors in its log, and no values of rows', async () => {
    const { url } = await own(SHARED);
    const taken = `create temporary table contacts (email text unique); insert into contacts values ('dana@example.com'), ('dana@example.com')`;
    await expect(query(url, taken)).rejects.toMatchObject({
      code: '23505',
      detail: expect.stringContaining('dana@example.com') as unknown,
    });
    const log = await readFile(join(root, SHARED, 'postgres.log'), 'utf8');
    expect(log).toContain('ERROR:  duplicate key value violates unique constraint');
    expect(log).not.toContain('dana@example.com');
    expect(log).not.toMatch(/DETAIL|STATEMENT|CONTEXT/);
  });

  test('survives a signal to its process group until it has stopped by itself', async () => {
    const service = child('own', join(root, 'group'), { detached: true });
    const { url } = await listen(service);
    process.kill(-Number(service.pid), 'SIGTERM');
    await once(service, 'exit');
    await expect(query(String(url), 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(await readFile(join(root, 'group', 'postgres.log'), 'utf8')).toContain('received fast shutdown request');
  });
});

describe('a visitor of the embedded database', () => {
  test("uses the running owner's server and leaves it running", async () => {
    const owner = await own(SHARED);
    const visitor = await visit(SHARED);
    expect(visitor).toMatchObject({ url: owner.url, owner: false });
    await visitor.stop();
    expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('starts a stopped server for its own use, and the last of several visitors stops it', async () => {
    const first = await visit('moment');
    const second = await visit('moment');
    await first.stop();
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await second.stop();
    await expect(query(second.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('hands its server over to a service that starts meanwhile', async () => {
    const visitor = await visit(SHARED);
    const owner = await own(SHARED);
    await visitor.stop();
    expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('does not make a starting service fail by leaving', async () => {
    const visitor = await visit(SHARED);
    const [, owner] = await Promise.all([visitor.stop(), own(SHARED)]);
    expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('the binaries of the embedded database', () => {
  test('are copied with the links that npm packages lack, by several processes at once', async () => {
    const native = await packageWithoutLinks();
    expect(await runs(native)).toBe(false);
    const target = join(root, 'copied', 'postgresql');
    await mkdir(join(root, 'copied'));
    await Promise.all([copyBinaries(native, target), copyBinaries(native, target)]);
    expect(await readdir(join(root, 'copied'))).toEqual(['postgresql']);
    expect(await runs(target)).toBe(true);
  });
});

const asRootOnly: readonly (readonly [string, () => Promise<void>])[] = isRoot
  ? [
      ['works for a DATA_DIR in a folder that only root may enter', worksInClosedFolder],
      ['gives a copied DATA_DIR a database of its own', givesCopiesTheirOwn],
    ]
  : [['keeps the cluster in DATA_DIR', staysInDataDir]];

describe(isRoot ? 'the owner, run as root,' : 'the owner, run by an ordinary user,', () => {
  test.each(asRootOnly)('%s', async (_, run) => run());
});

async function worksInClosedFolder(): Promise<void> {
  await mkdir(join(root, 'closed'), { mode: 0o700 });
  const first = await own('closed/data');
  await query(first.url, 'create table kept as select 42 as answer');
  const home = await readlink(join(root, 'closed/data/postgres'));
  relocated.push(home);
  expect(home.startsWith(root)).toBe(false);
  expect((await stat(home)).mode & 0o777).toBe(0o700);
  await first.stop();
  const second = await own('closed/data');
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
}

async function givesCopiesTheirOwn(): Promise<void> {
  await mkdir(join(root, 'original'), { mode: 0o700 });
  const original = await own('original/data');
  await cp(join(root, 'original'), join(root, 'copy'), { recursive: true, verbatimSymlinks: true });
  await chmod(join(root, 'copy'), 0o700);
  const copy = await own('copy/data');
  for (const name of ['original', 'copy']) relocated.push(await readlink(join(root, name, 'data/postgres')));
  expect(new Set(relocated).size).toBe(relocated.length);
  expect(copy.url).not.toBe(original.url);
}

async function staysInDataDir(): Promise<void> {
  await own('plain');
  expect((await stat(join(root, 'plain/postgres/data'))).uid).toBe(process.getuid?.());
}

async function own(name: string): Promise<EmbeddedPostgres> {
  const result = await ownEmbeddedPostgres(join(root, name));
  opened.push(result);
  return result;
}

async function visit(name: string): Promise<EmbeddedPostgres> {
  const result = await visitEmbeddedPostgres(join(root, name));
  opened.push(result);
  return result;
}

function child(kind: 'own' | 'visit', dataDir: string, options: SpawnOptions = {}): ChildProcess {
  const started = databaseProcess(join(root, 'child.mjs'), kind, dataDir, options);
  children.push(started);
  return started;
}

async function packageWithoutLinks(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const loaded = (await import(name)) as { postgres: string };
  const native = join(root, 'unlinked');
  const filter = async (path: string): Promise<boolean> => !(await isLink(path));
  await cp(resolve(loaded.postgres, '../..'), native, { recursive: true, filter });
  return native;
}

async function runs(binaries: string): Promise<boolean> {
  const ran = spawn(join(binaries, 'bin', 'initdb'), ['--version']);
  return (await once(ran, 'exit'))[0] === 0;
}

async function isLink(path: string): Promise<boolean> {
  return readlink(path).then(
    () => true,
    () => false,
  );
}
