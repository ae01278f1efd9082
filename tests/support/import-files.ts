import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openImportFile, type FileFormat } from '../../adapters/files/import-file-source.js';
import { columnsOf } from '../../application/transfer/parse-row.js';
import { importSource, kindNamed, type Imported, type ImportOptions } from './importing.js';
import type { TestService, TestShop } from './service.js';

/** A folder of files to import. Each file gets a name that no other file has. */
export class ImportFiles {
  private constructor(readonly folder: string) {}

  static async open(): Promise<ImportFiles> {
    return new ImportFiles(await mkdtemp(join(tmpdir(), 'imports-')));
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  async write(name: string, content: string | Buffer): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, content);
    return path;
  }

  /** Writes a file and imports it as the command line does, under the test's clock. */
  async bring(
    service: Pick<TestService, 'container'>,
    shop: Pick<TestShop, 'id'>,
    name: string,
    content: string | Buffer,
    { file = `${name}.csv`, ...options }: ImportOptions & { readonly file?: string } = {},
  ): Promise<Imported> {
    const path = await this.write(file, content);
    const format: FileFormat = file.endsWith('.ndjson') ? 'ndjson' : 'csv';
    return importSource(service, shop, name, await openImportFile(path, format, columnsOf(kindNamed(name).row)), options);
  }
}
