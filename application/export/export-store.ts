import type { ShopId } from '../../domain/shared/id.js';
import type { AnyKind } from '../import/import-kind.js';

type Values = Readonly<Record<string, unknown>>;

/** A stored record, or a continuation of one that has too many children for one line. */
export interface ExportedRecord {
  /** the values by property, and the ids and external ids of referenced records by the columns of the kind's references */
  readonly values: Values;
  /** some of the nested records, oldest first */
  readonly children: readonly Values[];
  /** true: the record itself came earlier, and only the children are new */
  readonly isContinued: boolean;
}

export abstract class ExportStore {
  /**
   * All records of a kind from one snapshot, oldest first, in chunks. The read does not block writes.
   * @param nested whether the records are read with their children
   */
  abstract read(shop: ShopId, kind: AnyKind, nested: boolean): AsyncIterable<readonly ExportedRecord[]>;
}
