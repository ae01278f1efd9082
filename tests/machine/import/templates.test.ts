import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openImportFile, type FileFormat } from '../../../adapters/files/import-file-source.js';
import { importTemplate } from '../../../adapters/files/import-template.js';
import { fieldsOf } from '../../../application/kernel/fields/field.js';
import { columnsOf } from '../../../application/transfer/parse-row.js';
import { importSource, kindNamed } from '../../support/importing.js';
import { IMPORT_KINDS } from '../../support/registry.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await sharedTestService();
  folder = await mkdtemp(join(tmpdir(), 'templates-'));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const NONE = { updated: 0, unchanged: 0, skipped: 0, errors: [] };

describe.each(['csv', 'ndjson'] as const)('the templates as %s', (format) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await service.shop();
  });

  it.each(IMPORT_KINDS.map(({ name }) => name))(
    'of %s can be imported unchanged, and change nothing when imported again',
    async (name) => {
      const kind = kindNamed(name);
      const first = await bring(shop, name, format);
      const rows = kind.examples.length;
      // In NDJSON, one service tier is stored already, because an example of a service contains it.
      const known = kind.resolve.partOf && format === 'ndjson' ? 1 : 0;
      expect(first).toEqual({ ...NONE, read: rows, created: rows - known, updated: known });
      expect(await bring(shop, name, format)).toEqual({ ...NONE, read: rows, created: 0, unchanged: rows });
    },
  );
});

it.each(IMPORT_KINDS.map(({ name }) => name))('the comment on each column of %s is separate from its name', (name) => {
  const kind = kindNamed(name);
  const comments = importTemplate(kind, 'ndjson', IMPORT_KINDS)
    .split('\n')
    .filter((line) => line.startsWith('#   '));
  const columns = fieldsOf(kind.row).map((field) => field.name);
  const named = comments.map((line) => /^# {3}(\S+)/.exec(line)?.[1]);
  expect(named.filter((one) => !columns.includes(one ?? ''))).toEqual([]);
});

it('a template names the kinds whose examples must be imported first', () => {
  const refers = (name: string): string | undefined =>
    /These rows refer to rows in the examples of (.*)\. Import those examples first\.$/m.exec(
      importTemplate(kindNamed(name), 'csv', IMPORT_KINDS),
    )?.[1];
  expect(['customers', 'vehicles', 'lead-timeline', 'service-tiers', 'messages'].map(refers)).toEqual([
    undefined,
    'customers',
    'leads',
    'services',
    'staff, conversations',
  ]);
});

async function bring(shop: TestShop, name: string, format: FileFormat): ReturnType<typeof importSource> {
  const kind = kindNamed(name);
  const path = join(folder, `${shop.id}.${name}.${format}`);
  await writeFile(path, importTemplate(kind, format, IMPORT_KINDS));
  return importSource(service, shop, name, await openImportFile(path, format, columnsOf(kind.row)));
}
