import type { ShopId } from '../../domain/shared/id.js';
import type { AnyKind } from '../import/import-kind.js';

type Values = Readonly<Record<string, unknown>>;

/** A stored record, or the rest of one that brings along more than a line should hold. */
export interface ExportedRecord {
  /** by property; and what it refers to by the columns of its kind's references, both ids and external ids */
  readonly values: Values;
  /** of what the kind nests: some, oldest first */
  readonly children: readonly Values[];
  /** only the children are new: the record itself came before */
  readonly isContinued: boolean;
}

export abstract class ExportStore {
  /**
   * All records of a kind as they are at one moment, oldest first, in pieces; nobody's writes are held up meanwhile.
   * @param nested with their children, or alone
   */
  abstract read(shop: ShopId, kind: AnyKind, nested: boolean): AsyncIterable<readonly ExportedRecord[]>;
}
