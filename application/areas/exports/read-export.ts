import { defined } from '../../../domain/shared/defined.js';
import { NotFound, RateLimited, StillRunning, ValidationError } from '../../../domain/shared/errors.js';
import { toId, type ApiKeyId, type Id } from '../../../domain/shared/id.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import { fieldsOf, Invalid } from '../../kernel/fields/field.js';
import { DateTime, Parsed } from '../../kernel/fields/fields.js';
import { HeaderText, PathWord } from '../../kernel/fields/rest-fields.js';
import type { View } from '../../kernel/fields/view.js';
import { GoneView } from '../../kernel/operation/changes-page.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { stream, type Stream } from '../../kernel/operation/output.js';
import type { Position } from '../../kernel/operation/page.js';
import { Clock, Cursors, RateLimiter, type CursorScope } from '../../kernel/ports/ports.js';
import { EXPORTED_VIEWS, type ExportedKind } from './exported-views.js';
import { Gone, Snapshots, type Snapshot, type WantedRecords } from './snapshots.js';

/** A token holds for so long. */
const TOKEN_MS = 15 * 60_000;
// The cast is safe: the object has exactly these keys.
const KINDS = Object.keys(EXPORTED_VIEWS) as ExportedKind[];
/** The kinds whose records say when they changed. */
const CHANGING = KINDS.filter((kind) => fieldsOf(EXPORTED_VIEWS[kind]).some(({ name }) => name === 'updated_at'));

class ReadExportInput {
  @PathWord(KINDS, { description: 'The kind of records.' }) kind!: ExportedKind | null;
  // It is a place in the order of ids, and no reference: the record may be gone.
  @Parsed((text) => toId(text) ?? new Invalid('is not an id'), {
    optional: true,
    max: 100,
    description: 'Only records after the one with this id, in the order of the answer: the last one that you have.',
  })
  after?: Id<never>;
  @DateTime({
    optional: true,
    description:
      'Only records that have changed then or later, also those that were deleted or erased meanwhile, for 30 days: ' +
      '`{id, deleted, updated_at}`. Only for kinds whose records say when they changed.',
  })
  updated_since?: Instant;
  @HeaderText('Export-Token', {
    description: 'The header of the answer that was cut off. With it, `Feed-Position` stays that of the first answer.',
  })
  token?: string;
}

/** Some records, and the view that shows them. */
interface Chunk {
  readonly view: View<unknown>;
  readonly records: readonly unknown[];
}

class ReadExport implements UseCase<ReadExportInput, Stream<Chunk>> {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly limiter: RateLimiter,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  async execute({ shop, key }: Caller, input: ReadExportInput): Promise<Stream<Chunk>> {
    const { kind, after = null, updated_since: since, token } = input;
    if (kind === null) throw new NotFound('kind of records', `the kinds are ${KINDS.join(', ')}`);
    if (since !== undefined) requireChangeTimes(kind);
    const scope: CursorScope = { shop: shop.id, list: 'exports', filter: defined({ kind, updated_since: since }) };
    const begun = token === undefined ? null : this.begun(scope, token);
    const snapshot = await this.snapshots.take(shop.id, key.id);
    if (!snapshot) throw new StillRunning('another export of this key is running: read it to its end, or close its connection');
    await this.count(key.id, snapshot);
    const at = begun ?? { at: this.clock.now(), id: String(snapshot.position) };
    const headers = { 'Feed-Position': at.id, 'Export-Token': this.cursors.seal(scope, at) };
    return { headers, pieces: () => chunksOf(snapshot, kind, { after, since: since ?? null }), close: () => snapshot.close() };
  }

  /** The time and the position of the answer to which a token belongs. Null: it is too old, so the export begins anew. */
  private begun(scope: CursorScope, token: string): Position | null {
    const begun = this.cursors.open(scope, token);
    if (!begun) throw new ValidationError('Export-Token', 'is not of an export of this kind with this updated_since');
    return later(begun.at, TOKEN_MS) > this.clock.now() ? begun : null;
  }

  /** Counts an export that will be answered. */
  private async count(key: ApiKeyId, snapshot: Snapshot): Promise<void> {
    try {
      const { allowed, quota, resetSeconds } = await this.limiter.take('exports', key);
      if (!allowed) throw new RateLimited(`more than ${quota} exports in an hour on this key`, resetSeconds);
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  }
}

/** @throws ValidationError for a kind whose records do not say when they changed */
function requireChangeTimes(kind: ExportedKind): void {
  if (CHANGING.includes(kind)) return;
  const problem = `the records of ${kind} have no updated_at; only those of ${CHANGING.join(', ')} have one`;
  throw new ValidationError('updated_since', problem);
}

async function* chunksOf(snapshot: Snapshot, kind: ExportedKind, wanted: WantedRecords): AsyncGenerator<Chunk> {
  // The cast is safe: the records of a kind are those of its view.
  const view = EXPORTED_VIEWS[kind] as View<unknown>;
  for await (const records of snapshot.records(kind, wanted)) yield { view, records };
}

function linesOf({ view, records }: Chunk, now: Instant, publicUrl: string | null): string {
  const shown = (record: unknown): object => (record instanceof Gone ? GoneView.of(record) : view.of(record, now, publicUrl));
  return records.map((record) => `${JSON.stringify(shown(record))}\n`).join('');
}

export const readExport = operation(ReadExport, {
  name: 'exports.read',
  summary: 'Export all records of a kind',
  description:
    'Answers every record of a kind, one JSON document in each line, as the list of the kind shows it; an entry of a timeline also ' +
    'has its `lead_id`. All records are of one moment, in the order of their ids; `updated_since` selects those that have changed. To keep a copy in step, export the kinds one ' +
    'after the other, and read `GET /events` with `after` from the `Feed-Position` of each: no change is missing, and none is told that ' +
    'the answer has. An answer that was cut off goes on with `after` and `Export-Token` within 15 minutes: its position stays, ' +
    'so that nothing is missing, but the feed may tell changes that the rest has already. Without the token, or later, the ' +
    'position is a new one: then read from the earlier one. One export of a key at a time, 30 in an hour; an export ends after 10 ' +
    'minutes, and when its client takes nothing for 30 seconds.',
  scope: 'read',
  route: get('/exports/:kind'),
  input: ReadExportInput,
  output: stream({ media: 'application/x-ndjson', headers: ['Feed-Position', 'Export-Token'] }, linesOf),
  needs: [Snapshots, RateLimiter, Cursors, Clock],
  errors: ['not_found', 'conflict'],
});
