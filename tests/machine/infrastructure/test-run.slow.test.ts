import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { bareEnvironment } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';

// The limit is high, because each test starts a whole test run, which takes long on a busy machine.
jest.setTimeout(120_000);

const PATIENCE_MS = 60_000;
const JEST = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js'];

let folder = '';
let config = '';

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'test-run-')));
  await chmod(folder, 0o755);
  config = join(folder, 'jest.config.json');
  const support = resolve('tests/support');
  const hooks = { globalSetup: join(support, 'global-setup.mjs'), globalTeardown: join(support, 'global-teardown.mjs') };
  const own = { rootDir: folder, cacheDirectory: join(folder, 'cache'), testMatch: ['**/*.test.cjs'], maxWorkers: 2 };
  await writeFile(config, JSON.stringify({ ...own, ...hooks }));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Two test files make two workers, so that jest itself is not kept busy. */
async function writeTests(body: string): Promise<void> {
  for (const name of ['one', 'two'])
    await writeFile(join(folder, `${name}.test.cjs`), `test('${name}', () => { ${body} }, 60_000);\n`);
}

function run(file: string, args: readonly string[]): ChildProcess {
  return spawn(file, args, { env: bareEnvironment({ TMPDIR: folder }), detached: true, stdio: 'ignore' });
}

async function foldersOfRuns(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith('shop-operations-test-'));
}

/** Waits until the tests of a run wait. Returns the process id of the run's PostgreSQL. */
async function waiting(): Promise<number> {
  expect(
    await eventually(
      () => existsSync(join(folder, 'waiting')),
      (exists) => exists,
      PATIENCE_MS,
    ),
  ).toBe(true);
  const [run = ''] = await foldersOfRuns();
  return Number.parseInt(await readFile(join(folder, run, 'database/postgres/data/postmaster.pid'), 'utf8'), 10);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function expectNothingLeft(pid: number): Promise<void> {
  expect(
    await eventually(
      () => isRunning(pid),
      (runs) => !runs,
      PATIENCE_MS,
    ),
  ).toBe(false);
  expect(await eventually(foldersOfRuns, (found) => found.length === 0, PATIENCE_MS)).toEqual([]);
}

test.each([
  ['Ctrl-C', 'npm', 'SIGINT', 'the group'],
  ['SIGTERM to npm', 'npm', 'SIGTERM', 'the process'],
  ['SIGKILL to jest', 'jest', 'SIGKILL', 'the process'],
] as const)('%s leaves no PostgreSQL and no folder of the test run behind', async (_, program, signal, whom) => {
  await writeTests(`require('node:fs').writeFileSync('${join(folder, 'waiting')}', ''); return new Promise(() => {});`);
  const child =
    program === 'npm' ? run('npm', ['test', '--', '--config', config]) : run(process.execPath, [...JEST, '--config', config]);
  const pid = await waiting();
  const ended = once(child, 'exit');
  process.kill(whom === 'the group' ? -(child.pid ?? 0) : (child.pid ?? 0), signal);
  await ended;
  await expectNothingLeft(pid);
});

test('a reader that goes away leaves no PostgreSQL and no folder of the test run behind', async () => {
  await writeTests(`require('node:fs').writeFileSync('${join(folder, 'waiting')}', '');`);
  const child = run('sh', ['-c', `npm test --silent -- --config '${config}' 2>&1 | head -1`]);
  await once(child, 'exit');
  expect(existsSync(join(folder, 'waiting'))).toBe(true);
  expect(await eventually(foldersOfRuns, (found) => found.length === 0, PATIENCE_MS)).toEqual([]);
});

test('what an interrupted test has started is ended and removed, too', async () => {
  const embedded = resolve('dist/infrastructure/embedded-postgres/embedded-postgres.js');
  await writeTests(
    `return import('node:fs').then(async ({ mkdtempSync, chmodSync, writeFileSync }) => {
      const dataDir = mkdtempSync(require('node:os').tmpdir() + '/left-');
      chmodSync(dataDir, 0o755);
      await (await import('${embedded}')).ownEmbeddedPostgres(dataDir);
      writeFileSync('${join(folder, 'left')}', require('node:fs').readFileSync(dataDir + '/postgres/data/postmaster.pid'));
      writeFileSync('${join(folder, 'waiting')}', '');
      await new Promise(() => {});
    });`,
  );
  const child = run(process.execPath, [...JEST, '--config', config]);
  const pid = await waiting();
  const left = Number.parseInt(await readFile(join(folder, 'left'), 'utf8'), 10);
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await expectNothingLeft(pid);
  await expectNothingLeft(left);
});
