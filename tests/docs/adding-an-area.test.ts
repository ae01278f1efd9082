import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type * as Areas from '../../application/areas.js';
import { FollowedGuide } from '../support/guide.js';
import type * as Service from '../support/service.js';

const AREA = 'loaners';
const MATRIX = 'tests/http/operation-matrix';
/** The page's commands, without those that read the whole tree. Their suites run here, not in a jest within jest. */
const SUITES = [
  'tests/http/loaners/loaners.test.ts',
  'tests/http/cursor-paging.property.test.ts',
  'tests/persistence/schema.test.ts',
  'tests/persistence/tenancy.test.ts',
];

const guide = await FollowedGuide.of('docs/adding-an-area.md');
await guide.migrate();
process.env['OPERATION'] = AREA;
for (const suite of (await readdir(MATRIX)).sort()) await guide.load(join(MATRIX, suite));
for (const suite of SUITES) await guide.load(suite);

let service: Service.TestService;
let shop: Service.TestShop;

beforeAll(async () => {
  const { startTestService } = await guide.load<typeof Service>('tests/support/service.ts');
  service = await startTestService();
  shop = await service.shop();
});
afterAll(async () => {
  await service.stop();
  await guide.remove();
});

it('an area is one folder in each layer, two lines with their imports, and samples', () => {
  const folders = guide.steps.filter(({ kind }) => kind === 'ts').map(({ file }) => file.slice(0, file.lastIndexOf('/')));
  expect([...new Set(folders)].sort()).toEqual([
    `adapters/persistence/${AREA}`,
    `application/${AREA}`,
    `domain/${AREA}`,
    `tests/http/${AREA}`,
    'tests/support/builders',
  ]);
  const changes = guide.steps.filter(({ kind }) => kind === 'diff').map(({ file, lines }) => ({ file, lines }));
  const production = changes.filter(({ file }) => !file.startsWith('tests/'));
  expect(production.map(({ file }) => file)).toEqual(['application/areas.ts', 'adapters/persistence/storages.ts']);
  for (const { lines } of production) expect(lines.filter((line) => /^[+-]/.test(line))).toHaveLength(2);
});

it('the area of the page compiles', async () => {
  expect(await guide.complaints()).toEqual([]);
}, 60_000);

it('the area of the page is in the OpenAPI document, with its text and on all its surfaces', async () => {
  const { loanersArea } = await guide.load<{ loanersArea: (typeof Areas.areas)[number] }>('application/loaners/area.ts');
  const { body } = await service.as(null).get('/openapi.json');
  expect(body.tags).toContainEqual({ name: AREA, description: loanersArea.about });
  const paths = Object.keys(body.paths).filter((path) => path.startsWith('/loaners'));
  expect(paths.sort()).toEqual(['/loaners', '/loaners/list', '/loaners/move', '/loaners/{id}']);
});

it('the area of the page has its tools in the list of tools', async () => {
  const { body } = await shop.read.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const names = body.result.tools.map(({ name }: { name: string }) => name);
  expect(names).toContain('loaners.list');
  expect(names).not.toContain('loaners.move'); // a read key cannot write
  const { body: full } = await shop.full.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect(full.result.tools.map(({ name }: { name: string }) => name)).toContain('loaners.move');
});
