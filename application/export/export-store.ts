import type { ShopId } from '../../domain/shared/id.js';
import type { AnyKind } from '../import/import-kind.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * A stored record with its nested records (children). If one line cannot hold all the children, further values of this type hold
 * the rest.
 */
export interface ExportedRecord {
  /** the values by property; and, by the columns of the kind's references, the ids and external ids of the referenced records */
  readonly values: Values;
  /** some of the nested records, oldest first */
  readonly children: readonly Values[];
  /** true: an earlier value had the record itself, and only these children are new */
  readonly isContinued: boolean;
}

export abstract class ExportStore {
  /**
   * All records of a kind from one snapshot, oldest first, in chunks. The read does not block writes.
   * @param nested whether the records are read with their children
   */
  abstract read(shop: ShopId, kind: AnyKind, nested: boolean): AsyncIterable<readonly ExportedRecord[]>;
}
