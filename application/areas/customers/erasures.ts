import type { CustomerId, MediaFileId, ScheduledMessageId, ShopId } from '../../../domain/shared/id.js';

/** The numbers of rows of each table, and of files, that an erasure has emptied or deleted. */
export interface Erased {
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
}

/** Empties everything that the database holds about a person. */
export abstract class Erasures {
  /** The scheduled messages to the person that still wait. Null: the shop has no such customer. */
  abstract waiting(shop: ShopId, customer: CustomerId): Promise<readonly ScheduledMessageId[] | null>;
  /**
   * Empties the rows about a customer of the shop, all or none. Ids, times and money stay. `removeFile` deletes the content of a
   * recording or an attachment. It is called before the row that points at the file is deleted, so a run after a crash finds the
   * files that are left. Null: the shop has no such customer.
   */
  abstract erase(shop: ShopId, customer: CustomerId, removeFile: (file: MediaFileId) => Promise<void>): Promise<Erased | null>;
}
