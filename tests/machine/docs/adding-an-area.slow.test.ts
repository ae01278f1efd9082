import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as Areas from '../../../application/areas/areas.js';
import type { Operation } from '../../../application/kernel/operation/operation.js';
import type * as Surfaces from '../../support/entry-points.js';
import { stepsIn, WrittenTree } from '../../support/guide.js';
import type * as Records from '../../support/records.js';
import { TOOL_LIST } from '../../support/rpc-messages.js';
import type * as Samples from '../../support/samples.js';
import type * as Service from '../../support/service.js';

const ADDING_AN_OPERATION = 'docs/adding-an-operation.md';
const ADDING_AN_AREA = 'docs/adding-an-area.md';
const NAME = 'tasks.workload';
const AREA = 'loaners';
const ALL_TOOLS = '/api/mcp?sections=all';
const MATRIX = 'tests/machine/http/operation-matrix';
/** The command of both guides that brings the reader's texts to the pages and the client. */
const MAKING = 'npm run docs && npm run client';
/**
 * Test files that the guides tell the reader to run, in addition to those in MATRIX, and those that know lists of what there is.
 * Files that do not depend on the guides' code are left out.
 */
const SUITES = [
  'tests/machine/client/made.test.ts',
  'tests/machine/docs/generated.test.ts',
  'tests/machine/docs/glossary.test.ts',
  'tests/machine/docs/surfaces.test.ts',
  'tests/machine/mcp/endpoint.test.ts',
  'tests/machine/mcp/tool-descriptions.test.ts',
  'tests/areas/tasks/read-workload.test.ts',
  'tests/areas/loaners/loaners.test.ts',
  'tests/machine/http/cursor-paging.property.test.ts',
  'tests/sql-rules/distribution.test.ts',
  'tests/sql-rules/schema.test.ts',
  'tests/sql-rules/tenancy.test.ts',
];

const ofOperation = await stepsIn(ADDING_AN_OPERATION);
const ofArea = await stepsIn(ADDING_AN_AREA);
const guides = await WrittenTree.copy();
await guides.follow([...ofOperation, ...ofArea]);
await guides.run(MAKING);
await guides.migrate();
// These test files run within this one, because a second jest would take half a minute. Some of them read files of the working
// directory.
const home = process.cwd();
const texts = await Promise.all([ADDING_AN_OPERATION, ADDING_AN_AREA].map((page) => readFile(page, 'utf8')));
process.chdir(guides.folder);
process.env['OPERATION'] = `${NAME},${AREA}`;
for (const suite of (await readdir(MATRIX)).sort()) await guides.load(join(MATRIX, suite));
for (const suite of SUITES) await guides.load(suite);

let service: Service.TestService;
let shop: Service.TestShop;
let records: Records.ShopRecords;

beforeAll(async () => {
  const { sharedTestService } = await guides.load<typeof Service>('tests/support/service.ts');
  const { fillShop } = await guides.load<typeof Records>('tests/support/records.ts');
  service = await sharedTestService();
  shop = await service.shop();
  records = await fillShop(service, shop);
});
afterAll(async () => {
  await service.stop();
  process.chdir(home);
  await guides.remove();
});

describe('the code of the guides', () => {
  it('compiles', async () => {
    expect(await guides.complaints()).toEqual([]);
  }, 60_000);

  it('is as the formatter writes it', async () => {
    expect(await guides.formatting()).toBe('');
  });
});

describe('the pages', () => {
  it('show what the commands have written', () => {
    expect(guides.differences).toEqual([]);
    expect([...ofOperation, ...ofArea].filter(({ kind }) => kind.endsWith('wrote')).length).toBeGreaterThan(10);
  });

  it('say how the texts of the reader come to the glossary and the client', () => {
    for (const text of texts) expect(text).toContain(`\`\`\`sh\n${MAKING}\n`);
  });

  it('have one command each, and leave only rules and texts to the reader', () => {
    for (const steps of [ofOperation, ofArea]) {
      expect(steps.filter(({ kind }) => kind === 'command')).toHaveLength(1);
      expect(steps.filter(({ kind }) => kind === 'ts file')).toEqual([]);
    }
    const own = [...ofOperation, ...ofArea].filter(({ kind }) => kind === 'diff file').map(({ file }) => file);
    expect(own).toEqual([
      'application/areas/tasks/read-workload.ts',
      'tests/areas/tasks/read-workload.test.ts',
      'domain/loaners/loaner.ts',
      'tests/areas/loaners/loaners.test.ts',
      'application/areas/loaners/move-loaner.ts',
      'application/areas/loaners/loaner.view.ts',
    ]);
  });
});

describe('the operation of its guide', () => {
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
    const { body } = await shop.read.send('POST', ALL_TOOLS, { body: TOOL_LIST });
    expect(body.result.tools).toContainEqual(
      expect.objectContaining({
        name: NAME,
        inputSchema: expect.objectContaining({ required: ['staff_id'] }),
      }),
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
    const { sampleOf } = await guides.load<typeof Samples>('tests/support/samples.ts');
    const { entryPointsOf, requestOf, outcomeOf } = await guides.load<typeof Surfaces>('tests/support/entry-points.ts');
    const { operations } = await guides.load<{ operations: readonly Operation[] }>('tests/support/registry.ts');
    const entryPoints = operations.filter(({ name }) => name === NAME).flatMap(entryPointsOf);
    expect(entryPoints.map(({ surface }) => surface)).toEqual(['rest', 'capability', 'tool']);
    for (const entryPoint of entryPoints) {
      const { method, path, body } = requestOf(entryPoint, sampleOf(entryPoint.operation, records));
      expect(outcomeOf(entryPoint, await shop.full.send(method, path, { body }))).toMatchObject({ code: null });
    }
  });
});

describe('the area of its guide', () => {
  it('is in the OpenAPI document, with its text and on all its surfaces', async () => {
    const { loanersArea } = await guides.load<{ loanersArea: (typeof Areas.areas)[number] }>('application/areas/loaners/area.ts');
    const { body } = await service.as(null).get('/openapi.json');
    expect(body.tags).toContainEqual({ name: AREA, description: loanersArea.about });
    const paths = Object.keys(body.paths).filter((path) => path.startsWith('/loaners'));
    expect(paths.sort()).toEqual(['/loaners', '/loaners/get', '/loaners/list', '/loaners/move', '/loaners/{id}']);
  });

  it('has its tools in the list of tools', async () => {
    const { body } = await shop.read.send('POST', ALL_TOOLS, { body: TOOL_LIST });
    const names = body.result.tools.map(({ name }: { name: string }) => name);
    expect(names).toContain('loaners.list');
    expect(names).not.toContain('loaners.move'); // a read key cannot write
    const { body: full } = await shop.full.send('POST', ALL_TOOLS, { body: TOOL_LIST });
    expect(full.result.tools.map(({ name }: { name: string }) => name)).toContain('loaners.move');
  });
});
