import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bareEnvironment, run } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';

const LAYERS = ['domain', 'application', 'adapters', 'infrastructure'];
let tree = '';

beforeEach(async () => {
  tree = await mkdtemp(join(tmpdir(), 'bundle-test-'));
  for (const part of ['bin', '.swcrc', 'package.json', 'package-lock.json', 'ormconfig.ts', ...LAYERS])
    await cp(part, join(tree, part), { recursive: true });
  await symlink(resolve('node_modules'), join(tree, 'node_modules'));
  for (const program of ['build', 'bundle']) await run(process.execPath, [join(tree, `bin/${program}.mjs`)], {});
}, 120_000);

afterEach(async () => {
  await rm(tree, { recursive: true, force: true });
});

/** Runs a program in the folder of the copied tree, in which extensions are looked for. */
const inTree = (settings: Readonly<Record<string, string>>, script: string, ...args: string[]): ReturnType<typeof run> =>
  run('sh', ['-c', 'cd "$0" && exec "$@"', tree, process.execPath, script, ...args], {
    DATA_DIR: join(tree, '.data'),
    ...settings,
  });

const shopOps = (settings: Readonly<Record<string, string>>, ...args: string[]): ReturnType<typeof run> =>
  inTree(settings, 'bin/shop-ops.mjs', ...args);

interface Started {
  readonly child: ChildProcess;
  /** what it has said until now */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts the service in the copied tree. */
function startIn(settings: Readonly<Record<string, string>> = {}): Started {
  const env = bareEnvironment({ DATA_DIR: join(tree, '.data'), PORT: '0', ...settings });
  const child = spawn(process.execPath, ['bin/start.mjs'], { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const closed = once(child, 'close');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await closed;
  };
  return { child, output: () => output, stop };
}

/** Starts the service, and returns what it says when it has started or could not. */
async function started(settings: Readonly<Record<string, string>> = {}): Promise<string> {
  const { child, output, stop } = startIn(settings);
  await eventually(output, (said) => said.includes('"msg":"started"') || child.exitCode !== null, 60_000);
  await stop();
  return output();
}

test('the bundle has all that the programs need, without the sources and without the modules', async () => {
  for (const layer of LAYERS) await rm(join(tree, layer), { recursive: true });
  for (const folder of ['domain', 'application', 'adapters', 'infrastructure/cli'])
    await rm(join(tree, 'dist', folder), { recursive: true });
  expect(await shopOps({}, 'demo', 'load')).toMatchObject({ exitCode: 0 });
  expect((await shopOps({}, 'shop', 'list', '--json')).document).toHaveLength(3);
  expect(await started()).toContain('"msg":"started"');
}, 120_000);

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['extensions', { EXTENSIONS: 'my-rules.mjs' }, 'my-rules.mjs'],
  ['extensions that are loaded by default', {}, 'shop-ops.config.mjs'],
  ['traces', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, 'nothing.txt'],
])(
  'with %s, the service runs from the modules',
  async (_, settings, file) => {
    await writeFile(join(tree, file), '');
    for (const folder of [...LAYERS, 'dist/adapters']) await rm(join(tree, folder), { recursive: true });
    expect(await started(settings)).toContain('Cannot find module');
    const { stderr } = await shopOps(settings, '--version');
    expect(stderr.includes('Cannot find module')).toBe(file !== 'nothing.txt'); // commands are not traced
  },
  120_000,
);

test('no command is older than the sources, and a command after a change back is none of the state between', async () => {
  const shops = join(tree, 'infrastructure/cli/shops.ts');
  const about = 'list all shops, oldest first';
  const source = await readFile(shops, 'utf8');
  expect(source).toContain(about);
  const help = async (): Promise<string> => (await shopOps({}, 'shop', '--help')).stdout;
  await writeFile(shops, source.replace(about, 'list the shops'));
  expect(await help()).toContain('list the shops');
  await inTree({}, 'bin/bundle.mjs');
  expect(await help()).toContain('list the shops');
  await writeFile(shops, source);
  expect(await help()).toContain(about);
}, 120_000);

test('a service that runs still finds its files after another state was built', async () => {
  const { output, stop } = startIn();
  try {
    await eventually(output, (said) => said.includes('"msg":"started"'), 60_000);
    await writeFile(join(tree, 'domain/shared/changed.ts'), 'export const changed = 1;\n');
    await inTree({}, 'bin/build.mjs');
    await inTree({}, 'bin/bundle.mjs');
    const [url, key] = [/MCP +(http\S+)/, /Full key +(\S+)/].map((line) => line.exec(output())?.[1] ?? '');
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'tasks.list', arguments: {} } });
    const answer = await fetch(url!, { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { result: { structuredContent: { total: expect.any(Number) } } },
    ]);
  } finally {
    await stop();
  }
}, 120_000);

test('bundles of earlier states go, but for the last two', async () => {
  const bundles = async (): Promise<number> =>
    (await readdir(join(tree, 'dist/bundled'), { withFileTypes: true })).filter((entry) => entry.isDirectory()).length;
  await cp(join(tree, 'bin'), join(tree, 'dist/bundled/killed.1.tmp'), { recursive: true });
  for (const state of [1, 2, 3]) {
    await writeFile(join(tree, 'domain/shared/changed.ts'), `export const changed = ${state};\n`);
    await inTree({}, 'bin/bundle.mjs');
  }
  expect(await bundles()).toBe(3);
}, 120_000);
