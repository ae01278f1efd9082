import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Operation } from '../../application/operation/operation.js';
import { FollowedGuide } from '../support/guide.js';
import type * as Records from '../support/records.js';
import type * as Samples from '../support/samples.js';
import type * as Service from '../support/service.js';
import type * as Surfaces from '../support/entry-points.js';

const NAME = 'tasks.workload';
const MATRIX = 'tests/http/operation-matrix';

const guide = await FollowedGuide.of('docs/adding-an-operation.md');

// This file runs the suites of the page's command for the new operation, because a jest within jest would take half a minute.
// The command's other suites test parts that the page does not change.
process.env['OPERATION'] = NAME;
for (const suite of (await readdir(MATRIX)).sort()) await guide.load(join(MATRIX, suite));
await guide.load('tests/mcp/endpoint.test.ts');

let service: Service.TestService;
let shop: Service.TestShop;
let records: Records.ShopRecords;

beforeAll(async () => {
  const { startTestService } = await guide.load<typeof Service>('tests/support/service.ts');
  const { fillShop } = await guide.load<typeof Records>('tests/support/records.ts');
  service = await startTestService();
  shop = await service.shop();
  records = await fillShop(service, shop);
});
afterAll(async () => {
  await service.stop();
  await guide.remove();
});

it('an operation is one file, one line with its import, and one sample', () => {
  expect(guide.steps.map(({ kind, file }) => [kind, file])).toEqual([
    ['ts', 'application/tasks/read-workload.ts'],
    ['diff', 'application/tasks/area.ts'],
    ['diff', 'tests/support/samples.ts'],
  ]);
  expect(guide.steps[1]?.lines.filter((line) => line.startsWith('+'))).toHaveLength(2);
});

it('the operation of the page compiles', async () => {
  expect(await guide.complaints()).toEqual([]);
}, 60_000);

it('the operation of the page is served as a REST route', async () => {
  await shop.full.post('/tasks', { title: 'Late already', due_at: '2026-03-01T09:00:00Z', staff_id: records.staffUser });
  const answer = await shop.read.get(`/tasks/workload?staff_id=${records.staffUser}`);
  expect(answer).toMatchObject({ status: 200, body: { data: { open: 2, overdue: 1 } } });
  expect((await shop.read.get('/tasks/workload?staff_id=x')).body.error.message).toBe('staff_id: must be a UUID');
  expect((await shop.read.get(`/tasks/${records.task}`)).status).toBe(200);
});

it('the operation of the page is served as a capability endpoint, behind its gates', async () => {
  const body = { staff_id: records.staffUser };
  expect(await shop.read.post('/tasks/workload', body)).toMatchObject({ status: 200, body: { data: { open: 2, overdue: 1 } } });
  expect((await (await service.key(shop.id, { grants: {} })).post('/tasks/workload', body)).status).toBe(403);
});

it('the operation of the page is served as a tool', async () => {
  const { body } = await shop.read.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect(body.result.tools).toContainEqual(
    expect.objectContaining({
      name: NAME,
      inputSchema: expect.objectContaining({ required: ['staff_id'], additionalProperties: false }),
    }),
  );
  const result = await shop.read.tool(NAME, { staff_id: records.staffUser });
  expect(result.structuredContent).toEqual({ open: 2, overdue: 1 });
});

it('the operation of the page is in the OpenAPI document', async () => {
  const { body } = await service.as(null).get('/openapi.json');
  expect(Object.keys(body.paths['/tasks/workload'])).toEqual(['get', 'post']);
  expect(body.paths['/tasks/workload'].get).toMatchObject({ summary: 'Tell how much a teammate has to do' });
});

it('the operation of the page has a sample that succeeds on every surface', async () => {
  const { sampleOf } = await guide.load<typeof Samples>('tests/support/samples.ts');
  const { entryPointsOf, requestOf, outcomeOf } = await guide.load<typeof Surfaces>('tests/support/entry-points.ts');
  const { operations } = await guide.load<{ operations: readonly Operation[] }>('application/operations.ts');
  const entryPoints = operations.filter(({ name }) => name === NAME).flatMap(entryPointsOf);
  expect(entryPoints.map(({ surface }) => surface)).toEqual(['rest', 'capability', 'tool']);
  for (const entryPoint of entryPoints) {
    const { method, path, body } = requestOf(entryPoint, sampleOf(entryPoint.operation, records));
    expect(outcomeOf(entryPoint, await shop.full.send(method, path, { body }))).toMatchObject({ code: null });
  }
});
