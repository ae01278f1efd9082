import type { ImportedRecord, RecordType } from '../../application/transfer/import-kind.js';
import type { Made } from './made.js';
import type { PartContext } from './random/part-context.js';

/**
 * A part of a shop's demo. It is made when it is first used: once for the shop, or once for each block of the shop's records (see
 * `DemoSize`).
 */
export interface DemoPart<T> {
  /**
   * The seed of the random numbers contains this name. So each part has its own random numbers, and a change of one part does
   * not change those of the other parts.
   */
  readonly name: string;
  readonly per: 'shop' | 'block';
  make(context: PartContext, made: Made): T;
}

/** A record of the demo. Its origin is `service` by default. */
export type DemoRow = Pick<ImportedRecord, 'id' | 'createdAt'> & Partial<ImportedRecord>;

/** One kind of record of the demo. A file of `records/` declares it, and `demo-records.ts` lists it. */
export interface DemoRecords<T extends DemoRow = DemoRow> extends DemoPart<readonly T[]> {
  readonly record: RecordType;
}
