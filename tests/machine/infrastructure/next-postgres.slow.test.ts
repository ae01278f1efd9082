import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { childOptions, chooseAccount, runCommand } from '../../../infrastructure/embedded-postgres/account.js';
import { copyBinaries } from '../../../infrastructure/embedded-postgres/binaries.js';
import { DATABASE_USER } from '../../../infrastructure/embedded-postgres/cluster.js';
import { expectRefusal, shopOps, type Ran } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';

jest.setTimeout(300_000);

const NAME = `@embedded-postgres/${process.platform}-${process.arch}`;
/** The programs of a release before. The package of the major version before the present one is fetched from the registry. */
const BEFORE = '17.10.0-beta.17';
const KEYS = { SIGNING_KEYS: 'a-signing-key-of-the-tests', DEMO: 'off', LOG_LEVEL: 'silent' };

let root: string;
let dataDir: string;
let server: ChildProcess;
/** the address at which the release before serves the embedded database */
let before: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'next-postgres-test-')));
  await chmod(root, 0o755);
  dataDir = join(root, 'data');
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await promisify(execFile)('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', root, `${NAME}@${BEFORE}`]);
  const programs = join(root, 'programs');
  await copyBinaries(join(root, 'node_modules', NAME, 'native'), programs);
  before = await servedBefore(programs);
});
afterAll(async () => {
  if (server.exitCode === null) await stopped();
  await rm(root, { recursive: true, force: true });
});

/** Makes the cluster of a data folder with the programs of the release before, as the service does, and starts its server. */
async function servedBefore(programs: string): Promise<string> {
  const folder = join(dataDir, 'postgres');
  const account = await chooseAccount(folder);
  const [data, password] = [join(folder, 'data'), join(folder, 'password')];
  await writeFile(password, '0123456789abcdef\n', { mode: 0o600 });
  if (account) for (const path of [folder, password]) await chown(path, account.uid, account.gid);
  const options = ['--auth=scram-sha-256', `--pwfile=${password}`, `--username=${DATABASE_USER}`, '--encoding=UTF8'];
  const made = await runCommand(join(programs, 'bin/initdb'), [`--pgdata=${data}`, '--locale=C.UTF-8', ...options], account);
  expect(made).toMatchObject({ ok: true });
  const port = await freePort();
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) };
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  server = spawn(join(programs, 'bin/postgres'), ['-D', data, ...given], { ...childOptions(account), stdio: 'ignore' });
  const url = `postgres://${DATABASE_USER}:0123456789abcdef@127.0.0.1:${port}`;
  await eventually(() => asked(`${url}/postgres`, 'create database shop_operations').then(Boolean, () => false), Boolean);
  return `${url}/shop_operations`;
}

async function stopped(): Promise<void> {
  server.kill('SIGINT');
  await once(server, 'exit');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo; // safe: it listens on TCP
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function asked(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The database that a command uses: one at an address, or that of a data folder. */
type Place = Readonly<Record<'DATABASE_URL' | 'DATA_DIR', string>> | Readonly<Record<'DATA_DIR', string>>;

const cli = (place: Place, ...args: string[]): Promise<Ran> => shopOps({ ...KEYS, ...place }, ...args);

async function done(place: Place, ...args: string[]): Promise<Ran> {
  const ran = await cli(place, ...args);
  expect(ran).toMatchObject({ exitCode: 0 });
  return ran;
}

/** Saves a database, and restores it into another one. */
async function moved(from: Place, to: Place, name: string): Promise<void> {
  const made = await done(from, 'backup', '--to', join(root, name), '--json');
  await done(to, 'restore', made.document.path);
}

/** All records of some kinds. */
async function recordsOf(place: Place, shop: string): Promise<string[]> {
  const files: string[] = [];
  for (const kind of ['customers', 'vehicles', 'jobs', 'conversations', 'calls']) {
    const file = join(root, 'exported.ndjson');
    await done(place, 'export', kind, '--shop', shop, '--out', file);
    files.push(await readFile(file, 'utf8'));
    await rm(file);
  }
  return files;
}

test('the data of another PostgreSQL are refused with what is to do, and go there and back by a backup', async () => {
  const old: Place = { DATABASE_URL: before, DATA_DIR: join(root, 'old-files') };
  await done(old, 'migrate', 'up');
  const { document } = await done(old, 'demo', 'load', '--json');
  const shop: string = document.shop_id;
  const records = await recordsOf(old, shop);
  expect(records.every((text) => text.length > 0)).toBe(true);

  const refused = await cli({ DATA_DIR: dataDir }, 'shop', 'list', '--json');
  expectRefusal(refused, 1, `${dataDir} is one of PostgreSQL 17, and this release has PostgreSQL 18`);

  const there: Place = { DATA_DIR: join(root, 'there') };
  await moved(old, there, 'to-there');
  expect(await recordsOf(there, shop)).toEqual(records);
  await asked(before, 'create database back');
  const back: Place = { DATABASE_URL: before.replace(/shop_operations$/, 'back'), DATA_DIR: join(root, 'old-files') };
  await moved(there, back, 'and-back');
  expect(await recordsOf(back, shop)).toEqual(records);

  const made = await done(old, 'backup', '--to', join(root, 'last'), '--json');
  await stopped();
  await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres-17'));
  await done({ DATA_DIR: dataDir }, 'restore', made.document.path);
  await done({ DATA_DIR: dataDir }, 'wake', '--yes');
  expect(await recordsOf({ DATA_DIR: dataDir }, shop)).toEqual(records);
});
