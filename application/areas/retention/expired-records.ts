import type { KeptPart } from '../../../domain/retention/retention.js';
import type { MediaFileId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Announcement } from '../../kernel/events/announcer.js';

export interface Expired {
  readonly part: KeptPart;
  /** what is older is expired */
  readonly keptSince: Instant;
}

/** The records of a shop with parts that the shop keeps no longer. */
export abstract class ExpiredRecords {
  /**
   * Takes the part away from some of the oldest records that have it, with its files, and stores what is announced of them; or
   * nothing of all this, if `removeFile` fails. A record that still waits to be sent stays as it is.
   * @param tell makes the announcements of these records
   * @returns true: there may be more
   */
  abstract empty(
    shop: ShopId,
    expired: Expired,
    removeFile: (file: MediaFileId) => Promise<void>,
    tell: (ids: readonly string[]) => readonly Announcement[],
  ): Promise<boolean>;
}
