import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportText } from '../../adapters/files/export-text.js';
import { openImportFile, type FileFormat } from '../../adapters/files/import-file-source.js';
import { writeWhole } from '../../adapters/files/replaceable-file.js';
import { ExportKind } from '../../application/transfer/export-kind.js';
import { ImportFile, type ImportResult } from '../../application/transfer/import-file.js';
import type { ImportError } from '../../application/transfer/import-source.js';
import { columnsOf } from '../../application/transfer/parse-row.js';
import type { ShopId } from '../../domain/shared/id.js';
import { kindNamed } from './importing.js';
import type { TestService } from './service.js';

export type Deployment = Pick<TestService, 'container'>;

/** The exported files of one test file, in a folder. */
export class Exports {
  private constructor(private readonly folder: string) {}

  static async begin(): Promise<Exports> {
    return new Exports(await mkdtemp(join(tmpdir(), 'export-test-')));
  }

  path(shop: string, kind: string, format: FileFormat): string {
    return join(this.folder, `${shop}.${kind}.${format}`);
  }

  text(shop: string, kind: string, format: FileFormat = 'ndjson'): Promise<string> {
    return readFile(this.path(shop, kind, format), 'utf8');
  }

  /**
   * Exports all records of a kind to a file.
   * @returns the number of rows
   */
  async write({ container }: Deployment, shop: ShopId, kind: string, format: FileFormat = 'ndjson'): Promise<number> {
    const values = format === 'csv' ? 'query' : 'json';
    const rows = await container.get(ExportKind).execute({ shop, kind: kindNamed(kind), values });
    await writeWhole(this.path(shop, kind, format), exportText(format, rows));
    return rows.written;
  }

  /** Imports the export of one shop into another shop, or back into the same shop. */
  async bring(
    deployment: Deployment,
    into: ShopId,
    from: ShopId,
    kind: string,
    format: FileFormat = 'ndjson',
    restore = true,
    strict = false,
  ): Promise<Brought> {
    return bringFile(deployment, into, kind, this.path(from, kind, format), format, restore, strict);
  }

  end(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

export interface Brought extends ImportResult {
  readonly errors: readonly ImportError[];
}

export async function bringFile(
  { container }: Deployment,
  shop: ShopId,
  name: string,
  path: string,
  format: FileFormat,
  restore: boolean,
  strict = false,
): Promise<Brought> {
  const kind = kindNamed(name);
  const errors: ImportError[] = [];
  const collected = {
    begin: () => Promise.resolve(),
    add: (some: readonly ImportError[]) => Promise.resolve(void errors.push(...some)),
  };
  const source = await openImportFile(path, format, columnsOf(kind.row));
  const result = await container
    .get(ImportFile)
    .execute({ shop, kind, source, errors: collected, origin: 'import', restore, strict, dryRun: false }, SILENT);
  return { ...result, errors };
}

const SILENT = { resumed: () => undefined, progressed: () => undefined, unknownColumn: unknown };

function unknown(column: string): void {
  throw new Error(`an import does not know the column ${column} that an export wrote`);
}
