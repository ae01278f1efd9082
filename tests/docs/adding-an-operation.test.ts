import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Operation } from '../../application/operation/operation.js';
import type * as Records from '../support/records.js';
import type * as Samples from '../support/samples.js';
import type * as Service from '../support/service.js';
import type * as Surfaces from '../support/surfaces.js';

const NAME = 'tasks.workload';
const MATRIX = 'tests/http/operation-matrix';
const COPIED = ['domain', 'application', 'adapters', 'infrastructure', 'tests', 'package.json', 'tsconfig.json'];
const PAGE = 'docs/adding-an-operation.md';

/** The page, followed in a copy of the tree. */
const tree = await mkdtemp(join(tmpdir(), 'shop-operations-guide-'));
for (const part of COPIED) await cp(part, join(tree, part), { recursive: true });
await symlink(join(process.cwd(), 'node_modules'), join(tree, 'node_modules'));
for (const step of stepsIn(await readFile(PAGE, 'utf8'))) await follow(step);

// The page's command, here and not in a jest within jest, which would cost half a minute: its suites over all operations,
// for this one. The others are about what the page doesn't change.
process.env['OPERATION'] = NAME;
for (const suite of (await readdir(join(tree, MATRIX))).sort()) await fromTree(join(MATRIX, suite));
await fromTree('tests/mcp/endpoint.test.ts');

let service: Service.TestService;
let shop: Service.TestShop;
let records: Records.ShopRecords;

beforeAll(async () => {
  const { startTestService } = await fromTree<typeof Service>('tests/support/service.ts');
  const { fillShop } = await fromTree<typeof Records>('tests/support/records.ts');
  service = await startTestService();
  shop = await service.shop();
  records = await fillShop(service, shop);
});
afterAll(async () => {
  await service.stop();
  await rm(tree, { recursive: true, force: true });
});

interface Step {
  readonly kind: string;
  readonly file: string;
  readonly lines: readonly string[];
}

/** The blocks that name a file. */
function stepsIn(page: string): Step[] {
  const blocks = [...page.matchAll(/^```(\w+) file=(\S+)\n([\s\S]*?)^```$/gm)];
  return blocks.map(([, kind = '', file = '', text = '']) => ({ kind, file, lines: text.trimEnd().split('\n') }));
}

async function follow({ kind, file, lines }: Step): Promise<void> {
  const path = join(tree, file);
  if (kind === 'ts') return writeFile(path, `${lines.join('\n')}\n`, { flag: 'wx' });
  await writeFile(path, patched(await readFile(path, 'utf8'), lines));
}

/** Added lines go before or after the line of context that they stand beside. */
function patched(text: string, lines: readonly string[]): string {
  const context = lines.findIndex((line) => line.startsWith(' '));
  const added = (from: readonly string[]): string => from.map((line) => `${line.slice(1)}\n`).join('');
  const anchor = `${lines[context]?.slice(1) ?? ''}\n`;
  expect(text.split(anchor)).toHaveLength(2);
  return text.replace(anchor, () => added(lines.slice(0, context)) + anchor + added(lines.slice(context + 1)));
}

async function fromTree<Module>(file: string): Promise<Module> {
  return (await import(pathToFileURL(join(tree, file)).href)) as Module;
}

it('is one file, one line and its import, and one sample', async () => {
  const steps = stepsIn(await readFile(PAGE, 'utf8'));
  expect(steps.map(({ kind, file }) => [kind, file])).toEqual([
    ['ts', 'application/tasks/read-workload.ts'],
    ['diff', 'application/tasks/operations.ts'],
    ['diff', 'tests/support/samples.ts'],
  ]);
  expect(steps[1]?.lines.filter((line) => line.startsWith('+'))).toHaveLength(2);
});

it('compiles', async () => {
  const config = { extends: './tsconfig.json', files: ['application/tasks/operations.ts', 'tests/support/samples.ts'], include: [] };
  await writeFile(join(tree, 'tsconfig.guide.json'), JSON.stringify(config));
  const tsc = join(process.cwd(), 'node_modules/typescript/bin/tsc');
  const compiled = promisify(execFile)(process.execPath, [tsc, '-p', join(tree, 'tsconfig.guide.json')]);
  // What does not compile ends the compiler with an error that holds its words.
  const { stdout } = await compiled.catch((error: unknown) => error as { stdout: string });
  expect(stdout.split('\n').filter((line) => /read-workload|tasks\/operations|samples/.test(line))).toEqual([]);
}, 60_000);

it('is served as a REST route', async () => {
  await shop.full.post('/tasks', { title: 'Late already', due_at: '2026-03-01T09:00:00Z', staff_id: records.staffUser });
  const answer = await shop.read.get(`/tasks/workload?staff_id=${records.staffUser}`);
  expect(answer).toMatchObject({ status: 200, body: { data: { open: 2, overdue: 1 } } });
  expect((await shop.read.get('/tasks/workload?staff_id=x')).body.error.message).toBe('staff_id: must be a UUID');
  expect((await shop.read.get(`/tasks/${records.task}`)).status).toBe(200);
});

it('is served as a capability endpoint, behind its gates', async () => {
  const body = { staff_id: records.staffUser };
  expect(await shop.read.post('/tasks/workload', body)).toMatchObject({ status: 200, body: { data: { open: 2, overdue: 1 } } });
  expect((await (await service.key(shop.id, { grants: {} })).post('/tasks/workload', body)).status).toBe(403);
});

it('is served as a tool', async () => {
  const { body } = await shop.read.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect(body.result.tools).toContainEqual(
    expect.objectContaining({ name: NAME, inputSchema: expect.objectContaining({ required: ['staff_id'], additionalProperties: false }) }),
  );
  const result = await shop.read.tool(NAME, { staff_id: records.staffUser });
  expect(result.structuredContent).toEqual({ open: 2, overdue: 1 });
});

it('is in the OpenAPI document', async () => {
  const { body } = await service.as(null).get('/openapi.json');
  expect(Object.keys(body.paths['/tasks/workload'])).toEqual(['get', 'post']);
  expect(body.paths['/tasks/workload'].get).toMatchObject({ summary: 'Tell how much a teammate has to do' });
});

it('has a sample that succeeds on every surface', async () => {
  const { sampleOf } = await fromTree<typeof Samples>('tests/support/samples.ts');
  const { doorsOf, requestOf, told } = await fromTree<typeof Surfaces>('tests/support/surfaces.ts');
  const { operations } = await fromTree<{ operations: readonly Operation[] }>('application/operations.ts');
  const doors = operations.filter(({ name }) => name === NAME).flatMap(doorsOf);
  expect(doors.map(({ surface }) => surface)).toEqual(['rest', 'capability', 'tool']);
  for (const door of doors) {
    const { method, path, body } = requestOf(door, sampleOf(door.operation, records));
    expect(told(door, await shop.full.send(method, path, { body }))).toMatchObject({ code: null });
  }
});
