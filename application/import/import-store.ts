import type { ShopId } from '../../domain/shared/id.js';
import type { AnyKind, Found, ImportedRecord } from './import-kind.js';
import type { ImportPosition } from './import-source.js';
import type { RecordType } from './record-type.js';

export interface ImportCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: number;
}

/** The progress of an import. It is stored in the same transaction as the records that it counts. */
export interface ImportProgress extends ImportCounts {
  readonly position: ImportPosition;
}

/** The records to look up, by their own ids and by their external ids. */
export interface Wanted {
  readonly ids: readonly string[];
  readonly externalIds: readonly string[];
}

/** The writes of a batch for one type of record. */
export interface RecordWrites {
  readonly record: RecordType;
  readonly created: readonly ImportedRecord[];
  readonly changed: readonly { readonly before: ImportedRecord; readonly after: ImportedRecord }[];
  /** true: a value that one record gave up may go to another record in this batch */
  readonly reused: boolean;
  /** the properties whose values are unique in the shop */
  readonly uniques: readonly string[];
}

/** The queries of one batch and its one write, in one transaction. */
export interface ImportBatch {
  /** false: `holders` returns an empty list */
  readonly knowsHolders: boolean;
  /** Complete records. No other writer can change them until the batch is stored. */
  existing(record: RecordType, wanted: Wanted): Promise<readonly ImportedRecord[]>;
  found(record: RecordType, key: 'id' | 'userId', wanted: Wanted, facts: readonly string[]): Promise<readonly Found[]>;
  /**
   * The records that hold these unique values. The list is empty when `knowsHolders` is false: the database then refuses a
   * duplicate, and the batch is repeated with the holders.
   */
  holders(
    record: RecordType,
    property: string,
    values: readonly unknown[],
  ): Promise<readonly { readonly id: string; readonly value: unknown }[]>;
  highest(record: RecordType, property: string): Promise<number>;
  store(writes: readonly RecordWrites[], progress: ImportProgress): Promise<void>;
}

/** One import. No other import of the same kind runs in the shop at the same time. */
export interface ImportSession {
  isEmpty(record: RecordType): Promise<boolean>;
  /** The progress of an unfinished import. Null: no import was begun, or it is finished. */
  progress(): Promise<ImportProgress | null>;
  /** Stores all writes of `work` together, or none. `work` is repeated when concurrent writes get in the way. */
  batch<T>(work: (batch: ImportBatch) => Promise<T>): Promise<T>;
  /** Ends the import, and stores staged records if `land` is true. @throws Changed when other writes have made that impossible */
  finish(land: boolean): Promise<void>;
}

export interface ImportRun {
  readonly shop: ShopId;
  readonly kind: AnyKind;
  /** computed from the source and the import's options, so an import of another file or with other options is another run */
  readonly fingerprint: string;
  /** true: records are not stored before the end; until then the queries of the import answer as if the records were stored */
  readonly staged: boolean;
}

/** The shop's records changed after records were staged and before they were stored. */
export class Changed extends Error {}

/** A batch cannot be decided without the stored holders of its unique values. It is repeated with these holders. */
export class AskFirst extends Error {}

export abstract class ImportStore {
  /** @throws Conflict while another import of the same kind of record runs in this shop */
  abstract run<T>(run: ImportRun, work: (session: ImportSession) => Promise<T>): Promise<T>;
}
