import type { ShopId } from '../../domain/shared/id.js';
import type { AnyKind } from './import-kind.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * A stored record with its nested records (children). If one line of the file cannot hold all children, the record comes as
 * several `ExportedRecord`s, each with some of the children.
 */
export interface ExportedRecord {
  /**
   * the record's own values by property, and the ids and external ids of the records that it refers to, by the column of the
   * reference
   */
  readonly values: Values;
  /** nested records of the record, oldest first; empty if the read was not asked for them */
  readonly children: readonly Values[];
  /** true: an earlier `ExportedRecord` had the record's own values; this one only adds children */
  readonly isContinued: boolean;
}

export abstract class ExportStore {
  /**
   * All records of a kind from one snapshot, oldest first, in chunks. The read does not block writes.
   * @param nested whether the records are read with their children
   */
  abstract read(shop: ShopId, kind: AnyKind, nested: boolean): AsyncIterable<readonly ExportedRecord[]>;
}
