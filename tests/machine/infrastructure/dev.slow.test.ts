import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { bareEnvironment } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';

// The limit is high, because each change starts a whole service, which takes long on a busy machine.
jest.setTimeout(120_000);

const PATIENCE_MS = 60_000;
const COPIED = [
  'bin',
  'domain',
  'application',
  'adapters',
  'infrastructure',
  'ormconfig.ts',
  'package.json',
  'package-lock.json',
  '.swcrc',
];
/** The service shows a text of this file: the operation's summary in the OpenAPI document. */
const SHOWING = 'application/areas/tasks/create-task.ts';

/** An extension that shows a text of another file of its folder, when it is loaded. */
const EXTENSION = `
import { extension } from 'shop-operations-api/infrastructure/extensions/extension.js';
import { TEXT } from './text.js';
process.stdout.write(TEXT + '\\n');
export const rules = extension({ name: 'rules', about: 'Rules of the test.' });
`;

const git = async (...args: string[]): Promise<unknown> =>
  promisify(execFile)('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], { cwd: tree });

let tree = '';
let original = '';
let url = '';
let dev: ChildProcess;
let output = '';

beforeAll(async () => {
  tree = await realpath(await mkdtemp(join(tmpdir(), 'shop-operations-dev-')));
  await chmod(tree, 0o755);
  for (const part of COPIED) await cp(part, join(tree, part), { recursive: true });
  await symlink(resolve('node_modules'), join(tree, 'node_modules'));
  await write('rules/extension.ts', EXTENSION);
  await write('rules/text.ts', `export const TEXT = 'the rules, first';\n`);
  original = await readFile(join(tree, SHOWING), 'utf8');
  const port = await freePort();
  url = `http://127.0.0.1:${port}/api/v1/openapi.json`;
  const settings = {
    PORT: String(port),
    DATA_DIR: join(tree, '.data'),
    DEMO: 'off',
    VIN_DECODER_URL: 'off',
    EXTENSIONS: 'rules/extension.ts',
  };
  dev = spawn(process.execPath, ['bin/dev.mjs'], { cwd: tree, env: bareEnvironment(settings), detached: true, stdio: 'pipe' });
  for (const stream of [dev.stdout, dev.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  await shown('Add a task');
});

afterAll(async () => {
  if (dev.exitCode === null) {
    const ended = once(dev, 'exit');
    dev.kill('SIGTERM');
    await ended;
  }
  await rm(tree, { recursive: true, force: true });
});

function freePort(): Promise<number> {
  return new Promise((resolvePort) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        resolvePort(typeof address === 'object' && address ? address.port : 0);
      });
    });
  });
}

/** The source that makes the service show a text. */
function sourceShowing(text: string): string {
  return original.replace(/summary: '[^']*'/, `summary: '${text}'`);
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(tree, file)), { recursive: true });
  await writeFile(join(tree, file), text);
}

/** Waits until the service shows a text. */
async function shown(text: string): Promise<void> {
  const ask = async (): Promise<string> => (await fetch(url)).text();
  const document = await eventually(
    () => ask().catch(() => ''),
    (answer) => answer.includes(text),
    PATIENCE_MS,
  );
  if (!document.includes(text)) throw new Error(`the service does not show "${text}": ${output}`);
}

async function printed(text: string): Promise<void> {
  expect(
    await eventually(
      () => output,
      (all) => all.includes(text),
      PATIENCE_MS,
    ),
  ).toContain(text);
  output = '';
}

async function databaseProcess(): Promise<string | undefined> {
  return (await readFile(join(tree, '.data/postgres/data/postmaster.pid'), 'utf8')).split('\n')[0];
}

test('a file that is written again is served, by the same database', async () => {
  const database = await databaseProcess();
  await write(SHOWING, sourceShowing('Written once'));
  await shown('Written once');
  await write(SHOWING, sourceShowing('Written twice'));
  await shown('Written twice');
  expect(await databaseProcess()).toBe(database);
});

test('a file that is replaced is served, each time', async () => {
  for (const text of ['Replaced once', 'Replaced twice']) {
    await write('application/areas/tasks/saved.tmp', sourceShowing(text));
    await rename(join(tree, 'application/areas/tasks/saved.tmp'), join(tree, SHOWING));
    await shown(text);
  }
  for (const text of ['By sed', 'By sed again']) {
    await promisify(execFile)('sed', ['-i', `s/summary: '[^']*'/summary: '${text}'/`, join(tree, SHOWING)]);
    await shown(text);
  }
});

test('a file that git checks out is served', async () => {
  await git('init', '-q');
  await git('add', 'application/areas/tasks');
  await git('commit', '-q', '-m', 'a state');
  await write(SHOWING, sourceShowing('Not committed'));
  await shown('Not committed');
  await git('checkout', '-q', '--', SHOWING);
  await shown('By sed again');
});

test('a file in a new folder is served, also after the folder was renamed, and a removed file leaves nothing behind', async () => {
  const importing = (folder: string): string =>
    `import { TEXT } from '../../${folder}/text.js';\n${original.replace(/summary: '[^']*'/, 'summary: TEXT')}`;
  await write('application/one/text.ts', `export const TEXT = 'In a new folder';\n`);
  await write(SHOWING, importing('one'));
  await shown('In a new folder');
  await write('application/one/text.ts', `export const TEXT = 'Changed in a new folder';\n`);
  await shown('Changed in a new folder');

  await rename(join(tree, 'application/one'), join(tree, 'application/two'));
  await write(SHOWING, importing('two'));
  await eventually(
    () => existsSync(join(tree, 'dist/application/one')),
    (exists) => !exists,
    PATIENCE_MS,
  );
  await write('application/two/text.ts', `export const TEXT = 'In a renamed folder';\n`);
  await shown('In a renamed folder');

  await write(SHOWING, sourceShowing('Without the folder'));
  await rm(join(tree, 'application/two'), { recursive: true });
  await shown('Without the folder');
  expect(
    await eventually(
      () => existsSync(join(tree, 'dist/application/two')),
      (exists) => !exists,
      PATIENCE_MS,
    ),
  ).toBe(false);
});

test('a file of an extension is loaded again when it was changed or replaced', async () => {
  await write('rules/text.ts', `export const TEXT = 'the rules, changed';\n`);
  await printed('the rules, changed');
  await write('rules/saved.tmp', `export const TEXT = 'the rules, replaced';\n`);
  await rename(join(tree, 'rules/saved.tmp'), join(tree, 'rules/text.ts'));
  await printed('the rules, replaced');
  await write('rules/text.ts', 'export const TEXT = ;\n');
  await printed('The service runs on without the change.');
  await write('rules/text.ts', `export const TEXT = 'the rules, repaired';\n`);
  await printed('the rules, repaired');
  await shown('Without the folder');
});

test('a wrong syntax is reported while the service runs on, and the repaired file is served', async () => {
  await write(SHOWING, sourceShowing('Before the mistake'));
  await shown('Before the mistake');
  output = '';
  await write(SHOWING, `${sourceShowing('A mistake')}\nconst = ;\n`);
  await printed('The service runs on without the change.');
  await shown('Before the mistake');
  await write(SHOWING, sourceShowing('Repaired'));
  await shown('Repaired');
});

test('a service that cannot start is started again after the next change', async () => {
  output = '';
  await write(SHOWING, `${sourceShowing('Never shown')}\nthrow new Error('cannot be loaded');\n`);
  await printed('It starts again at the next change of a file.');
  await write(SHOWING, sourceShowing('Started again'));
  await shown('Started again');
});

test('Ctrl-C ends with 0 and leaves no database behind', async () => {
  const ended = once(dev, 'exit');
  process.kill(-(dev.pid ?? 0), 'SIGINT');
  expect(await ended).toEqual([0, null]);
  await expect(databaseProcess()).rejects.toMatchObject({ code: 'ENOENT' });
});
