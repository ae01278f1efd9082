import type { ImportProgress } from '../../../application/transfer/import-store.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { amount, instant, orNull, shopKey, table, text } from '../tables/table.js';

/** The progress of the import of one file. */
interface StoredImportRun extends Omit<ImportProgress, 'position'> {
  readonly shopId: string;
  readonly kind: string;
  /** the digest of the file and of the options for reading it; another file, or other options, make another run */
  readonly fingerprint: string;
  /** where the next batch begins, in bytes and in lines */
  readonly position: number;
  readonly line: number;
  readonly begunAt: string;
  readonly finishedAt: string | null;
}

export const importRunTable = table<StoredImportRun>('import_runs', {
  shopId: shopKey,
  kind: { ...text(), primary: true },
  fingerprint: { ...text(), primary: true },
  position: amount(),
  line: amount(),
  created: amount(),
  updated: amount(),
  unchanged: amount(),
  skipped: amount(),
  begunAt: instant('begun_at'),
  finishedAt: orNull(instant('finished_at')),
});

/** `$1` shop, `$2` kind, `$3` fingerprint. */
export const FIND_RUN = `select position, line, created, updated, unchanged, skipped, begun_at as "begunAt" from import_runs
  where shop_id = $1 and kind = $2 and fingerprint = $3 and finished_at is null`;
/** `$1` to `$3` as above, then the columns up to `begun_at`. */
export const STORE_RUN = `insert into import_runs as r
    (shop_id, kind, fingerprint, position, line, created, updated, unchanged, skipped, begun_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (shop_id, kind, fingerprint) do update set
    position = excluded.position, line = excluded.line, created = excluded.created, updated = excluded.updated,
    unchanged = excluded.unchanged, skipped = excluded.skipped,
    begun_at = case when r.finished_at is null then r.begun_at else excluded.begun_at end, finished_at = null`;
/** `$4` is the time. */
export const FINISH_RUN = `update import_runs r set finished_at = $4 where r.shop_id = $1 and r.kind = $2 and r.fingerprint = $3`;

export type FoundRun = Pick<StoredImportRun, 'position' | 'line' | 'created' | 'updated' | 'unchanged' | 'skipped'> & {
  readonly begunAt: Instant;
};
