import { amount, instant, orNull, shopKey, table, text } from '../tables/table.js';

/** The progress of the import of one file. */
export interface StoredImportRun {
  readonly shopId: string;
  readonly kind: string;
  /** the digest of the file and of the options for reading it; another file, or other options, make another run */
  readonly fingerprint: string;
  /** where the next batch begins, in bytes and in lines */
  readonly position: number;
  readonly line: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: number;
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
