import type { ApiKeyId, Id, ShopId } from '../../../domain/shared/id.js';
import type { ExportedKind, ExportedRecords } from './exported-views.js';

/** The records of a shop as they are at one moment. */
export interface Snapshot {
  /** The number of the last event that is in it. Every event with a higher number is not. 0: the shop has had no event. */
  readonly position: number;
  /**
   * The records of a kind in the order of their ids, in chunks. The snapshot is freed after the last one.
   * @param after only records with a higher id; null: all
   */
  records<Kind extends ExportedKind>(kind: Kind, after: Id<never> | null): AsyncIterable<readonly ExportedRecords[Kind][]>;
  /** Frees the snapshot, so that its holder can take another one. What still reads it fails. */
  close(): Promise<void>;
}

export abstract class Snapshots {
  /** Takes a snapshot. Each holder has one at a time, in all instances. Null: the holder has one. */
  abstract take(shop: ShopId, holder: ApiKeyId): Promise<Snapshot | null>;
}
