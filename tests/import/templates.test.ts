import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openImportFile, type FileFormat } from '../../adapters/files/import-file-source.js';
import { importTemplate } from '../../adapters/files/import-template.js';
import { columnsOf } from '../../application/import/import-line.js';
import { IMPORT_KINDS } from '../../application/import/kinds.js';
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

async function bring(shop: TestShop, name: string, format: FileFormat): ReturnType<typeof importSource> {
  const kind = kindNamed(name);
  const path = join(folder, `${shop.id}.${name}.${format}`);
  await writeFile(path, importTemplate(kind, format));
  return importSource(service, shop, name, await openImportFile(path, format, columnsOf(kind.row)));
}
