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

/** How far an import has come: stored in the transaction of the records that it counts. */
export interface ImportProgress extends ImportCounts {
  readonly position: ImportPosition;
}

/** Records by our ids and by what they are called elsewhere. */
export interface Wanted {
  readonly ids: readonly string[];
  readonly externalIds: readonly string[];
}

/** What a batch comes to for one kind of record. */
export interface RecordWrites {
  readonly record: RecordType;
  readonly created: readonly ImportedRecord[];
  readonly changed: readonly { readonly before: ImportedRecord; readonly after: ImportedRecord }[];
  /** a value that one record gave up went to another */
  readonly reused: boolean;
  /** properties of which no two records share a value */
  readonly uniques: readonly string[];
}

/** One batch's questions and its one answer, in one transaction. */
export interface ImportBatch {
  /** false: `holders` tells of nobody */
  readonly knowsHolders: boolean;
  /** Whole records, which nobody else can change until the batch is stored. */
  existing(record: RecordType, wanted: Wanted): Promise<readonly ImportedRecord[]>;
  found(record: RecordType, key: 'id' | 'userId', wanted: Wanted, facts: readonly string[]): Promise<readonly Found[]>;
  /** Who holds a value that no two records share, unless that is left to the table, which refuses it: the batch is repeated then. */
  holders(record: RecordType, property: string, values: readonly unknown[]): Promise<readonly { readonly id: string; readonly value: unknown }[]>;
  highest(record: RecordType, property: string): Promise<number>;
  store(writes: readonly RecordWrites[], progress: ImportProgress): Promise<void>;
}

/** One import, alone with the shop's records of its kind. */
export interface ImportSession {
  isEmpty(record: RecordType): Promise<boolean>;
  /** Of an import that has not come to its end; null: there is none, or it has. */
  progress(): Promise<ImportProgress | null>;
  /** All that `work` stores is stored together, or nothing. Repeated while somebody else's writes get in the way. */
  batch<T>(work: (batch: ImportBatch) => Promise<T>): Promise<T>;
  /** The end: what was only staged is stored, if it is to be. @throws Changed when it no longer can be */
  finish(land: boolean): Promise<void>;
}

export interface ImportRun {
  readonly shop: ShopId;
  readonly kind: AnyKind;
  /** of the source and of how it is read: another file, or another way, is another run */
  readonly fingerprint: string;
  /** nothing is stored before the end, if at all: all questions are answered as if it were */
  readonly staged: boolean;
}

/** The shop's records changed while what was staged was waiting. */
export class Changed extends Error {}

/** A batch was decided without knowing who holds what, and cannot be: it is repeated. */
export class AskFirst extends Error {}

export abstract class ImportStore {
  /** @throws Conflict while another import of the same kind of record of this shop runs */
  abstract run<T>(run: ImportRun, work: (session: ImportSession) => Promise<T>): Promise<T>;
}
