import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openImportFile, type FileFormat } from '../../adapters/files/import-file-source.js';
import { importTemplate } from '../../adapters/files/import-template.js';
import { columnsOf } from '../../application/import/import-line.js';
import { IMPORT_KINDS } from '../../application/import/kinds.js';
import { fieldsOf } from '../../application/operation/field.js';
import { importSource, kindNamed } from '../support/importing.js';
import { startTestService, type TestService, type TestShop } from '../support/service.js';

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await startTestService();
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

  it.each(IMPORT_KINDS.map(({ name }) => name))('of %s imports as it stands, and changes nothing when it comes again', async (name) => {
    const kind = kindNamed(name);
    const first = await bring(shop, name, format);
    const rows = kind.examples.length;
    expect(first).toEqual(kind.changes ? { ...NONE, read: rows, created: 0, updated: rows } : { ...NONE, read: rows, created: rows });
    expect(await bring(shop, name, format)).toEqual({ ...NONE, read: rows, created: 0, unchanged: rows });
  });
});

it.each(IMPORT_KINDS.map(({ name }) => name))('the comment on each column of %s stands apart from its name', (name) => {
  const kind = kindNamed(name);
  const comments = importTemplate(kind, 'ndjson').split('\n').filter((line) => line.startsWith('#   '));
  const columns = fieldsOf(kind.row).map((field) => field.name);
  const named = comments.map((line) => /^# {3}(\S+)/.exec(line)?.[1]);
  expect(named.filter((one) => !columns.includes(one ?? ''))).toEqual([]);
});

it('a template names the kinds without whose examples its own do not land', () => {
  const refers = (name: string): string | undefined => /refer to those of the examples of (.*), which are imported first\.$/m.exec(importTemplate(kindNamed(name), 'csv'))?.[1];
  expect(['customers', 'vehicles', 'service-tiers', 'messages'].map(refers)).toEqual([undefined, 'customers', 'services', 'conversations']);
});

async function bring(shop: TestShop, name: string, format: FileFormat): ReturnType<typeof importSource> {
  const kind = kindNamed(name);
  const path = join(folder, `${shop.id}.${name}.${format}`);
  await writeFile(path, importTemplate(kind, format));
  return importSource(service, shop, name, await openImportFile(path, format, columnsOf(kind.row)));
}
