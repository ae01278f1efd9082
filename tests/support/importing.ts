import { ImportFile, type ImportResult } from '../../application/transfer/import-file.js';
import type { AnyKind } from '../../application/transfer/import-kind.js';
import type { ImportError, ImportErrors, ImportSource } from '../../application/transfer/import-source.js';
import type { Origin } from '../../domain/shared/origin.js';
import { Assembly } from '../../infrastructure/extensions/assembly.js';
import { IMPORT_KINDS } from './registry.js';
import type { TestService, TestShop } from './service.js';

export type Row = Readonly<Record<string, unknown>>;

export interface Imported extends Omit<ImportResult, 'landed'> {
  readonly errors: readonly ImportError[];
}

export interface ImportOptions {
  readonly origin?: Origin;
  readonly restore?: boolean;
  readonly strict?: boolean;
  readonly dryRun?: boolean;
  readonly announce?: boolean;
  /** called between the storing of a batch and its commit */
  readonly beforeCommit?: () => Promise<void>;
}

export function kindNamed(name: string, kinds = IMPORT_KINDS): AnyKind {
  const kind = kinds.find((one) => one.name === name);
  if (!kind) throw new Error(`there is no kind ${name}`);
  return kind;
}

/** Imports rows. In the errors their line numbers begin with 1, as if each row were a line of a file. */
export function importRows(
  service: Pick<TestService, 'container'>,
  shop: Pick<TestShop, 'id'>,
  name: string,
  rows: readonly Row[],
  { isText = false, ...options }: ImportOptions & { /** true: the values are texts, as in CSV */ readonly isText?: boolean } = {},
): Promise<Imported> {
  return importSource(service, shop, name, sourceOf(rows, isText), options);
}

export async function importSource(
  { container }: Pick<TestService, 'container'>,
  { id: shop }: Pick<TestShop, 'id'>,
  name: string,
  source: ImportSource,
  { origin = 'import', restore = false, strict = false, dryRun = false, announce = false, beforeCommit }: ImportOptions = {},
): Promise<Imported> {
  const errors: ImportError[] = [];
  const kind = kindNamed(name, container.get(Assembly).registry.importKinds);
  const collected: ImportErrors = {
    begin: (line) => Promise.resolve(void errors.splice(0, errors.length, ...errors.filter((error) => error.line < line))),
    add: async (some) => {
      errors.push(...some);
      await beforeCommit?.();
    },
  };
  const { read, created, updated, unchanged, skipped } = await container
    .get(ImportFile)
    .execute({ shop, kind, source, errors: collected, origin, restore, strict, dryRun, announce }, SILENT);
  return { read, created, updated, unchanged, skipped, errors };
}

let sources = 0;

function sourceOf(rows: readonly Row[], isText: boolean): ImportSource {
  sources += 1;
  const lines = rows.map((values, index) => ({ line: index + 1, next: { offset: index + 1, line: index + 2 }, values }));
  return {
    fingerprint: `rows ${sources}`,
    name: `rows-${sources}`,
    size: rows.length,
    values: isText ? 'query' : 'json',
    rows: async function* ({ offset }) {
      yield await Promise.resolve(lines.slice(offset));
    },
  };
}

const SILENT = { resumed: () => undefined, progressed: () => undefined, unknownColumn: unknown };

function unknown(column: string): void {
  throw new Error(`a test has a column ${column} that no import knows`);
}
