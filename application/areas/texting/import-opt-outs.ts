import { NotFound } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { tellImport } from '../../../domain/shared/imported-file.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE, type Cause } from '../../kernel/events/cause.js';
import type { Outbox } from '../../kernel/events/outbox.js';
import { fieldsOf, parseInput, type ReadContext } from '../../kernel/fields/field.js';
import { Phone } from '../../kernel/fields/fields.js';
import type { Clock } from '../../kernel/ports/ports.js';
import { importEvents } from '../../transfer/import-events.js';
import type { ImportResult } from '../../transfer/import-file.js';
import {
  BEGINNING,
  type ImportError,
  type ImportErrors,
  type ImportSource,
  type SourceRow,
} from '../../transfer/import-source.js';
import { orError, refusing } from '../../transfer/parse-row.js';
import type { Shops } from '../access/shops.js';
import type { OptOuts } from './opt-outs.js';

class OptOutRow {
  @Phone({ max: 40 }) number!: E164;
}

/** The columns of a file of opt-outs. */
export const OPT_OUT_COLUMNS: ReadonlySet<string> = new Set(fieldsOf(OptOutRow).map(({ name }) => name));

const CAUSE: Cause = { ...NO_CAUSE, operation: 'optouts.import' };

/** So many rows share the cost of one statement. */
const BATCH = 1000;

/**
 * A use case of the operator: blocks all numbers of a file in the name of an import. A number that is blocked already keeps its
 * block, so a repeated import changes nothing. Wrong lines are reported and skipped. One event tells of the file.
 */
export class ImportOptOuts {
  constructor(
    private readonly shops: Shops,
    private readonly optOuts: OptOuts,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
    private readonly outbox: Outbox,
  ) {}

  /** @throws NotFound; InvalidRequest when the source as a whole cannot be read */
  async execute(shopId: ShopId, source: ImportSource, errors: ImportErrors): Promise<ImportResult> {
    const shop = await this.shops.find(shopId);
    if (!shop) throw new NotFound('shop');
    const context: ReadContext = { source: source.values, country: shop.country, currency: shop.currency };
    const startedAt = this.clock.now();
    const counts = { read: 0, created: 0, skipped: 0 };
    await errors.begin(BEGINNING.line);
    for await (const rows of inBatches(source)) {
      const lines = rows.map((row) => numberIn(row, context));
      const numbers = new Set(lines.filter((line): line is E164 => typeof line === 'string'));
      const refused = lines.filter((line): line is ImportError => typeof line === 'object');
      counts.created += await this.optOuts.importBlocks(shop.id, [...numbers], this.clock.now());
      await errors.add(refused);
      counts.read += rows.length;
      counts.skipped += refused.length;
    }
    const told = tellImport({ kind: 'optouts', created: counts.created, updated: 0, startedAt }, this.clock.now());
    await this.outbox.add(shop.id, this.announcer.announce(importEvents, null, told, CAUSE));
    return { ...counts, updated: 0, unchanged: counts.read - counts.created - counts.skipped, landed: true };
  }
}

function numberIn(row: SourceRow, context: ReadContext): E164 | ImportError {
  if ('problem' in row) return { line: row.line, ...row.problem };
  const { number } = row.values;
  // A blank cell is read like an absent one, as in every import.
  const values = typeof number === 'string' && number.trim() === '' ? {} : { number };
  return orError(row.line, () => refusing(values, '', () => parseInput(OptOutRow, values, context)).number);
}

async function* inBatches(source: ImportSource): AsyncGenerator<readonly SourceRow[]> {
  let batch: SourceRow[] = [];
  for await (const rows of source.rows(BEGINNING)) {
    for (const row of rows) {
      batch.push(row);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
