import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import {
  ownEmbeddedPostgres,
  visitEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../infrastructure/embedded-postgres/embedded-postgres.js';
import { DatabaseInUse } from '../../../infrastructure/embedded-postgres/errors.js';
import type { KeeperOptions } from '../../../infrastructure/embedded-postgres/server-keeper.js';
import type { Answer } from '../../support/api.js';
import { run } from '../../support/command-line.js';
import { query } from '../../support/database-process.js';
import { eventually } from '../../support/eventually.js';
import { startWholeService } from '../../support/whole-service.js';

// The limit is high, because servers have to start and to recover, which takes long on a busy machine.
jest.setTimeout(120_000);

/** The data folder of a cluster that most tests use, because it takes longer to create a cluster than to start its server. */
const SHARED = 'shared';

let root = '';
const opened: EmbeddedPostgres[] = [];

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'killed-postgres-test-')));
  await chmod(root, 0o755);
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map(async (each) => each.stop()));
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

async function own(name: string, options: KeeperOptions = {}): Promise<EmbeddedPostgres> {
  const result = await ownEmbeddedPostgres(join(root, name), options);
  opened.push(result);
  return result;
}

/** Kills the server's main process only. */
async function kill(name: string): Promise<void> {
  const file = join(await realpath(join(root, name, 'postgres')), 'data', 'postmaster.pid');
  process.kill(Number((await readFile(file, 'utf8')).split('\n')[0]), 'SIGKILL');
}

const answers = (url: string): Promise<boolean> =>
  query(url, 'select 1').then(
    () => true,
    () => false,
  );

test('a killed server is started again at the same address, with its data', async () => {
  const messages: string[] = [];
  const owner = await own(SHARED, { tell: (message) => messages.push(message) });
  await query(owner.url, 'create table kept as select 42 as answer');
  for (const round of [1, 2]) {
    await kill(SHARED);
    expect(
      await eventually(
        () => messages.length,
        (count) => count === round,
        30_000,
      ),
    ).toBe(round);
    expect(await query(owner.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  }
  expect(messages[0]).toMatch(/started again/);
  await expect(ownEmbeddedPostgres(join(root, SHARED))).rejects.toThrow(DatabaseInUse);
  await owner.stop();
  expect(await answers(owner.url)).toBe(false);
});

test('a command that finds the server killed starts it again for itself and for the owner', async () => {
  const owner = await own(SHARED, { patience: [1500, 100, 100] });
  await query(owner.url, 'create table visited as select 42 as answer');
  await kill(SHARED);
  const visitor = await visitEmbeddedPostgres(join(root, SHARED));
  expect(visitor.url).toBe(owner.url);
  expect(await query(visitor.url, 'select answer from visited')).toEqual([{ answer: 42 }]);
  await new Promise((proceed) => setTimeout(proceed, 2000)); // meanwhile the owner takes the server
  await expect(ownEmbeddedPostgres(join(root, SHARED))).rejects.toThrow(DatabaseInUse);
  await visitor.stop();
  expect(await query(owner.url, 'select answer from visited')).toEqual([{ answer: 42 }]);
});

test('a stop during the restart of a killed server takes no longer than any stop, and leaves no server', async () => {
  const owner = await own(SHARED);
  await kill(SHARED);
  expect(
    await eventually(
      () => answers(owner.url),
      (up) => !up,
    ),
  ).toBe(false);
  const began = performance.now();
  await owner.stop();
  expect(performance.now() - began).toBeLessThan(8000);
  expect(await eventually(() => answers(owner.url), Boolean, 1000)).toBe(false);
});

test('a server that does not start again is given up, with one clear line', async () => {
  const owner = await own(SHARED, { patience: [50] });
  await kill(SHARED);
  const squatter = createServer();
  const take = (): Promise<boolean> =>
    once(squatter.listen(Number(new URL(owner.url).port), '127.0.0.1'), 'listening').then(
      () => true,
      () => false,
    );
  try {
    expect(await eventually(take, Boolean)).toBe(true);
    const { message } = await owner.lost;
    expect(message).toMatch(/^the embedded database in .*shared did not start: .*could not create any TCP\/IP sockets.*$/);
    await owner.stop();
  } finally {
    squatter.close();
  }
});

test('the service answers 503 while its killed server restarts, recovers by itself, and stops in time', async () => {
  const service = await startWholeService('', { DATA_DIR: join(root, 'service'), DEMO: 'off' });
  const api = await service.key(await service.shop());
  expect((await api.get('/leads')).status).toBe(200);
  // Each write is repeated until it is acknowledged. Some writes begin before the kill, and some during the restart.
  const write = (name: string): Promise<Answer> =>
    eventually(
      () => api.post('/leads', { name }, { 'idempotency-key': name }),
      ({ status }) => status === 201,
      30_000,
    );
  const written = ['a', 'b', 'c', 'd'].map(write);
  await kill('service');
  written.push(...['e', 'f', 'g', 'h'].map(write));
  const refused = await eventually(
    () => api.get('/leads'),
    ({ status }) => status !== 200,
  );
  expect([refused.status, refused.body.error.code, Number(refused.headers.get('retry-after')) > 0]).toEqual([
    503,
    'unavailable',
    true,
  ]);
  expect(
    (
      await eventually(
        () => api.get('/leads'),
        ({ status }) => status === 200,
        30_000,
      )
    ).status,
  ).toBe(200);
  expect((await Promise.all(written)).map(({ status }) => status)).toEqual(Array(8).fill(201));
  const names = (await service.dataSource.query<{ name: string }[]>('select first_name as name from leads order by 1')).map(
    ({ name }) => name,
  );
  expect(names).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  expect(
    (
      await eventually(
        () => api.post('/leads', { name: 'Dana Reyes' }),
        ({ status }) => status === 201,
      )
    ).status,
  ).toBe(201);
  const relayed = async (): Promise<unknown> =>
    (await service.dataSource.query<{ n: number }[]>('select count(*) as n from outbox where relayed_at is null'))[0]?.n;
  expect(await eventually(relayed, (waiting) => waiting === 0, 20_000)).toBe(0);
  await kill('service');
  const began = performance.now();
  await service.stop();
  expect(performance.now() - began).toBeLessThan(9500);
});

test('a process whose service cannot continue stops it, and ends with the reason in one line', async () => {
  const life = pathToFileURL(resolve('dist/infrastructure/server/process-life.js')).href;
  const program = `
    import { liveUntilTold } from '${life}';
    const service = { failed: Promise.resolve(new Error('the database is lost')), stop: async () => console.log('stopped') };
    liveUntilTold(async () => service, { info() {}, warn() {}, error() {} }).then(process.exit, ({ message }) => { console.error(message); process.exit(1); });`;
  const ran = await run(process.execPath, ['--input-type=module', '-e', program], {});
  expect(ran).toMatchObject({ exitCode: 1, stdout: 'stopped\n', stderr: 'the database is lost\n' });
});
