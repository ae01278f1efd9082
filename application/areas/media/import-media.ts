import { NotFound, ValidationError } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { parseInput, type ReadContext } from '../../kernel/fields/field.js';
import type { ImportResult, ImportWatch } from '../../transfer/import-file.js';
import {
  BEGINNING,
  type ImportError,
  type ImportErrors,
  type ImportSource,
  type SourceRow,
} from '../../transfer/import-source.js';
import { shown } from '../../transfer/parse-row.js';
import type { Shops } from '../access/shops.js';
import { FoundOwners } from './found-owners.js';
import type { LandImported, StoredAs } from './land-imported.js';
import type { MediaOwners } from './media-files.js';
import { ManifestLine, ownerIn, type ImportFolder, type NamedOwner } from './media-manifest.js';

export interface ImportMediaCommand {
  readonly shop: ShopId;
  /** the manifest */
  readonly source: ImportSource;
  /** the folder with the files */
  readonly folder: ImportFolder;
  readonly errors: ImportErrors;
}

/** A line of the manifest that has the right form. */
interface Entry {
  readonly row: SourceRow;
  readonly line: ManifestLine;
  readonly named: NamedOwner;
}

/**
 * A use case of the operator: brings exported recordings, voicemails and attachments to the calls and messages of a shop, which
 * were imported before. Wrong lines are reported and skipped. A repeated import changes nothing, and no events are announced.
 */
export class ImportMedia {
  constructor(
    private readonly shops: Shops,
    private readonly owners: MediaOwners,
    private readonly landing: LandImported,
  ) {}

  /** @throws NotFound; StorageFull; InvalidRequest when the source as a whole cannot be read; what `watch` throws to end it */
  async execute(command: ImportMediaCommand, watch: Pick<ImportWatch, 'progressed'>): Promise<ImportResult> {
    const { source, folder, errors } = command;
    const shop = await this.shops.find(command.shop);
    if (!shop) throw new NotFound('shop');
    const context: ReadContext = { source: source.values, country: shop.country, currency: shop.currency };
    const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0 };
    await errors.begin(BEGINNING.line);
    for await (const rows of source.rows(BEGINNING)) {
      const entries = rows.map((row) => entryOf(row, context));
      const owners = await FoundOwners.find(this.owners, shop.id, entries.flatMap(namedBy));
      for (const [index, entry] of entries.entries()) {
        const outcome = 'named' in entry ? await this.landed(shop.id, entry, owners, folder) : entry;
        counts[typeof outcome === 'string' ? outcome : 'skipped'] += 1;
        if (typeof outcome !== 'string') await errors.add([outcome]);
        watch.progressed({ ...counts, position: rows[index]?.next ?? BEGINNING });
      }
    }
    const { created, updated, unchanged, skipped } = counts;
    return { ...counts, read: created + updated + unchanged + skipped, landed: true };
  }

  private async landed(
    shop: ShopId,
    { row, line, named }: Entry,
    owners: FoundOwners,
    folder: ImportFolder,
  ): Promise<StoredAs | ImportError> {
    try {
      return await this.landing.land(shop, line, owners.of(line.kind, named), folder);
    } catch (error) {
      return explained(row, error);
    }
  }
}

function entryOf(row: SourceRow, context: ReadContext): Entry | ImportError {
  if ('problem' in row) return { line: row.line, ...row.problem };
  try {
    const line = parseInput(ManifestLine, row.values, context);
    return { row, line, named: ownerIn(line) };
  } catch (error) {
    return explained(row, error);
  }
}

function namedBy(entry: Entry | ImportError): NamedOwner[] {
  return 'named' in entry ? [entry.named] : [];
}

/** The explanation of a refused line. @throws error when it is no refusal */
function explained(row: SourceRow, error: unknown): ImportError {
  if (!(error instanceof ValidationError) || 'problem' in row) throw error;
  const [{ field, problem }] = error.faults;
  return { line: row.line, column: field, value: shown(row.values[field]), reason: problem };
}
