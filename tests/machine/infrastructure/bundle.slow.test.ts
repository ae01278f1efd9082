import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bareEnvironment, run } from '../../support/command-line.js';

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

const shopOps = (settings: Readonly<Record<string, string>>, ...args: string[]): ReturnType<typeof run> =>
  run(process.execPath, [join(tree, 'bin/shop-ops.mjs'), ...args], { DATA_DIR: join(tree, '.data'), ...settings });

/** Starts the service, and returns its log when it has started or could not. */
async function start(settings: Readonly<Record<string, string>>): Promise<string> {
  const env = bareEnvironment({ DATA_DIR: join(tree, '.data'), PORT: '0', ...settings });
  const service = spawn(process.execPath, [join(tree, 'bin/start.mjs')], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  service.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    log += chunk;
    if (log.includes('"msg":"started"')) service.kill('SIGTERM');
  });
  await once(service, 'close');
  return log;
}

test('the bundle has all that the programs need, without the sources and without the modules', async () => {
  for (const layer of LAYERS) await rm(join(tree, layer), { recursive: true });
  for (const folder of ['domain', 'application', 'adapters', 'infrastructure/cli'])
    await rm(join(tree, 'dist', folder), { recursive: true });
  expect(await shopOps({}, 'demo', 'load')).toMatchObject({ exitCode: 0 });
  expect((await shopOps({}, 'shop', 'list', '--json')).document).toHaveLength(3);
  const extension = join(tree, 'extension.mjs');
  await writeFile(extension, '');
  expect((await shopOps({ EXTENSIONS: extension }, 'shop', 'list')).stderr).toContain('Cannot find module');
  expect(await start({})).toContain('"msg":"started"');
  expect(await start({ EXTENSIONS: extension })).toContain('Cannot find module');
  expect(await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' })).toContain('Cannot find module');
}, 120_000);

test('classes have the same names in the bundle as in the modules, so the OpenAPI document is the same', async () => {
  const bundled = await shopOps({}, 'openapi');
  await rm(join(tree, 'dist/bundled'), { recursive: true });
  const fromModules = await shopOps({}, 'openapi');
  expect(bundled).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('#/components/schemas/CreateLeadInput') });
  expect(bundled.stdout === fromModules.stdout).toBe(true);
}, 120_000);

test('a changed source removes the bundle and what a killed one has left, so no program is older than the sources', async () => {
  const bundled = async (): Promise<readonly string[]> => readdir(join(tree, 'dist/bundled')).catch(() => []);
  await cp(join(tree, 'dist/bundled/programs'), join(tree, 'dist/bundled/programs.1.tmp'), { recursive: true });
  expect(await shopOps({}, '--version')).toMatchObject({ exitCode: 0 });
  expect(await bundled()).toEqual(['programs', 'programs.1.tmp']);
  await writeFile(join(tree, 'domain/shared/changed.ts'), 'export const changed = 1;\n');
  expect(await shopOps({}, '--version')).toMatchObject({ exitCode: 0 });
  expect(await bundled()).toEqual([]);
}, 120_000);

test('a bundle that was made from earlier sources, and became ready after they had changed, is not used', async () => {
  const [bundle, late] = [join(tree, 'dist/bundled/programs'), join(tree, 'late')];
  await cp(bundle, late, { recursive: true });
  const shops = join(tree, 'infrastructure/cli/shops.ts');
  const about = 'list all shops, oldest first';
  const source = await readFile(shops, 'utf8');
  expect(source).toContain(about);
  await writeFile(shops, source.replace(about, 'list the shops'));
  await run(process.execPath, [join(tree, 'bin/build.mjs')], {});
  await cp(late, bundle, { recursive: true });
  expect((await shopOps({}, 'shop', '--help')).stdout).toContain('list the shops');
  await writeFile(shops, source);
  expect((await shopOps({}, 'shop', '--help')).stdout).toContain(about);
}, 120_000);
