import type { BookedJob } from '../../../domain/booking/booking.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { TimeWindow } from '../../../domain/shared/instant.js';

/** The jobs that take a bay and a person of a shop. */
export abstract class BookedJobs {
  /**
   * The jobs that are neither completed nor canceled and lie at least partly in the window, sorted by start and id. A job without
   * an end, or with an end that is not after its start, lasts one hour.
   */
  abstract list(shop: ShopId, window: TimeWindow): Promise<readonly BookedJob[]>;
}
