import type { ImportedRecord } from '../../application/import/import-kind.js';
import type { RecordType } from '../../application/import/record-type.js';
import type { Made } from './made.js';
import type { Scene } from './random/scene.js';

/** A part of the demo. It is made when something first asks for it: once for a shop, or once for each block of its work. */
export interface DemoPart<T> {
  /** Its random numbers follow from this name, so that a change of one part leaves the others as they are. */
  readonly name: string;
  readonly per: 'shop' | 'block';
  make(scene: Scene, made: Made): T;
}

/** Records are made in the service unless they say that they were imported. */
export type DemoRow = Pick<ImportedRecord, 'id' | 'createdAt'> & Partial<ImportedRecord>;

/** One kind of record of the demo. A file of `records/` declares it, and the list of `demo-records.ts` finds it. */
export interface DemoRecords<T extends DemoRow = DemoRow> extends DemoPart<readonly T[]> {
  readonly record: RecordType;
}
