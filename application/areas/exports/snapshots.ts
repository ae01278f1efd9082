import type { ApiKeyId, Id, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { ExportedKind, ExportedRecords } from './exported-views.js';

/** A record that was deleted or erased. */
export class Gone {
  readonly gone = true;

  constructor(
    readonly id: string,
    readonly updatedAt: Instant,
  ) {}
}

/** Which records of a kind are wanted. */
export interface WantedRecords {
  /** only records with a higher id; null: all */
  readonly after: Id<never> | null;
  /** only records that have changed then or later, with those that are gone; null: all that are there */
  readonly since: Instant | null;
}

/** The records of a shop as they are at one moment. */
export interface Snapshot {
  /** The number of the last event that is in it. Every event with a higher number is not. 0: the shop has had no event. */
  readonly position: number;
  /**
   * The records of a kind in the order of their ids, in chunks. The snapshot is freed after the last one.
   * @throws Error for `since` with a kind that keeps no time of changes
   */
  records<Kind extends ExportedKind>(kind: Kind, wanted: WantedRecords): AsyncIterable<readonly (ExportedRecords[Kind] | Gone)[]>;
  /** Frees the snapshot, so that its holder can take another one. What still reads it fails. */
  close(): Promise<void>;
}

export abstract class Snapshots {
  /** Takes a snapshot. Each holder has one at a time, in all instances. Null: the holder has one. */
  abstract take(shop: ShopId, holder: ApiKeyId): Promise<Snapshot | null>;
}
