import type { ShopId } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';
import type { Announcement } from '../kernel/events/announcer.js';
import type { AnyKind, Found, ImportedRecord, RecordType } from './import-kind.js';
import type { ImportPosition } from './import-source.js';

export interface ImportCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: number;
}

/**
 * The progress of an import. Unless the import is `staged`, it is stored in the same transaction as the records that it counts.
 */
export interface ImportProgress extends ImportCounts {
  readonly position: ImportPosition;
}

/** The progress of an import of a file in its shop. */
export interface RunProgress extends ImportProgress {
  /** when the import began, also if it was interrupted since; no record of the file was stored before */
  readonly startedAt: Instant;
}

/** The records to look up, by their own ids and by their external ids. */
export interface Wanted {
  readonly ids: readonly string[];
  readonly externalIds: readonly string[];
}

/** A record before and after the rows of a batch. */
export interface RecordWrite {
  /** the stored record; null: a row of this batch made the record */
  readonly before: ImportedRecord | null;
  /** the record as the rows have left it so far */
  after: ImportedRecord;
}

/** The writes of a batch for one type of record. */
export interface RecordWrites {
  readonly record: RecordType;
  readonly created: readonly RecordWrite[];
  readonly changed: readonly RecordWrite[];
  /** true: in this batch a record may have taken a unique value or external id that another record gave up */
  readonly reused: boolean;
  /** the properties whose values are unique in the shop */
  readonly uniques: readonly string[];
}

/** The queries of one batch and its one write, in one transaction. */
export interface ImportBatch {
  /** false: `holders` looks nothing up and returns an empty list, because the database refuses duplicates */
  readonly knowsHolders: boolean;
  /** Returns complete records. Unless the import is `staged`, no other writer can change them until the batch is stored. */
  existing(record: RecordType, wanted: Wanted): Promise<readonly ImportedRecord[]>;
  found(record: RecordType, key: 'id' | 'userId', wanted: Wanted, facts: readonly string[]): Promise<readonly Found[]>;
  /**
   * The records that hold these unique values. The list is empty when `knowsHolders` is false. If the database then refuses a
   * duplicate, the batch is repeated, and this time the holders are looked up.
   */
  holders(
    record: RecordType,
    property: string,
    values: readonly unknown[],
  ): Promise<readonly { readonly id: string; readonly value: unknown }[]>;
  highest(record: RecordType, property: string): Promise<number>;
  store(writes: readonly RecordWrites[], progress: RunProgress, announcements: readonly Announcement[]): Promise<void>;
}

/** One import. No other import of the same kind of record runs in the shop at the same time. */
export interface ImportSession {
  isEmpty(record: RecordType): Promise<boolean>;
  /**
   * The progress of an earlier, unfinished import with the same fingerprint. Null: there is none, so this import starts at the
   * beginning. A `staged` import always starts there.
   */
  progress(): Promise<RunProgress | null>;
  /**
   * Runs `work` in one transaction and returns its result. All writes of `work` are stored, or none. `work` is run again after
   * `AskFirst`, after a conflict with other writes, and when the database refuses a duplicate.
   */
  batch<T>(work: (batch: ImportBatch) => Promise<T>): Promise<T>;
  /**
   * Ends the import, and stores staged records if `land` is true. The announcements are stored together with its end.
   * @throws Changed when other writes conflict with the staged records
   */
  finish(land: boolean, announcements: readonly Announcement[]): Promise<void>;
}

export interface ImportRun {
  readonly shop: ShopId;
  readonly kind: AnyKind;
  /** computed from the source and the import's options, so an import of another file or with other options is another run */
  readonly fingerprint: string;
  /**
   * true: records are not stored before the end; until then `existing`, `holders` and `highest` answer as if the records were
   * stored
   */
  readonly staged: boolean;
}

/** Thrown when staged records cannot be stored, because other writes have changed the shop's records in the meantime. */
export class Changed extends Error {}

/**
 * Thrown when a batch cannot be decided without knowing which stored records hold its unique values. The batch is then repeated,
 * and these records are looked up.
 */
export class AskFirst extends Error {}

/** Thrown while another import of the same kind of record runs in the shop. */
export class ImportRunning extends Error {}

export abstract class ImportStore {
  /** @throws ImportRunning while another import of the same kind of record runs in this shop */
  abstract run<T>(run: ImportRun, work: (session: ImportSession) => Promise<T>): Promise<T>;
}
