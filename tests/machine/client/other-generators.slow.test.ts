import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { openApiDocument } from '../../../adapters/http/openapi.js';
import { registry } from '../../support/registry.js';
import { startTestService, type TestService } from '../../support/service.js';

const PACKAGES = resolve('node_modules');
const run = promisify(execFile);
/** Nothing is switched off that a user of a generator would have on. */
const COMPILER_OPTIONS = {
  ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: false, noEmit: true },
  ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom', 'dom.iterable'], types: ['node'] },
};

/** A user of the generated client writes this program. It compiles only if the types of answers and error codes are right. */
const STORY = `
import { customersCreate, customersList, tasksChange, tasksCreate } from './hey-api';
import { client } from './hey-api/client.gen';

client.setConfig({ baseUrl: process.env['API'] ?? '', auth: () => process.env['KEY'] });
const phone = '613 555 0187';
const made = await customersCreate({ body: { name: 'Robin Hale', phone }, headers: { 'Idempotency-Key': 'robin-1' } });
const again = await customersCreate({ body: { name: 'Robin Hale', phone } });
if (again.error?.error.code !== 'conflict') throw new Error('not refused');
const found = await customersList({ query: { phone, limit: 5 }, throwOnError: true });
const task = await tasksCreate({ body: { title: 'Call Robin back', priority: 'high' }, throwOnError: true });
const id = task.data?.data.id ?? '';
const done = await tasksChange({ path: { id }, body: { complete: true }, throwOnError: true });
const status: 'open' | 'done' | 'canceled' | undefined = done.data?.data.status;
console.log(JSON.stringify({
  id: made.data?.data.id,
  existing: again.response?.headers.get('location'),
  found: found.data?.data.map((one) => one.id),
  status,
}));
`;

describe('clients that other generators make of the document', () => {
  let folder: string;
  let service: TestService;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'generated-clients-'));
    service = await startTestService();
    await symlink(PACKAGES, join(folder, 'node_modules'));
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(openApiDocument(registry)));
  });
  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const generate = (program: string, ...args: readonly string[]): Promise<unknown> =>
    run(process.execPath, [join(PACKAGES, program), ...args], { cwd: folder });

  /** Returns what the compiler says about a file, and about those that it imports. */
  async function complaints(name: string, file: string): Promise<string> {
    const project = join(folder, `tsconfig.${name}.json`);
    await writeFile(project, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: [file] }));
    const compiled = run(process.execPath, [join(PACKAGES, 'typescript-native/bin/tsc'), '-p', project], { cwd: folder });
    // The cast is safe: `execFile` gives what the program printed, also when it fails.
    return ((await compiled.catch((error: unknown) => error)) as { readonly stdout: string }).stdout;
  }

  it('compile, as oazapfts writes them', async () => {
    await generate('oazapfts/dist/cli.js', 'openapi.json', 'oazapfts.ts');
    expect(await complaints('oazapfts', 'oazapfts.ts')).toBe('');
  });

  it('compile and work, as @hey-api/openapi-ts writes them', async () => {
    await generate('@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'hey-api', '--no-log-file');
    await mkdir(join(folder, 'out'));
    await writeFile(join(folder, 'story.ts'), STORY);
    expect(await complaints('hey-api', 'story.ts')).toBe('');
    const outfile = join(folder, 'out/story.mjs');
    await build({ entryPoints: [join(folder, 'story.ts')], outfile, bundle: true, format: 'esm', platform: 'node' });
    const shop = await service.shop();
    const env = { ...process.env, API: `${service.url}/api/v1`, KEY: shop.full.token ?? '' };
    const { stdout } = await run(process.execPath, [outfile], { env });
    const told = JSON.parse(stdout) as { readonly id: string };
    expect(told).toEqual({ id: told.id, existing: `/api/v1/customers/${told.id}`, found: [told.id], status: 'done' });
    expect((await shop.read.get(`/customers/${told.id}`)).body.data.name).toBe('Robin Hale');
  });
});
