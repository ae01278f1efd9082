import type { ShopId } from '../../../domain/shared/id.js';

/** A look-out for new events of one shop. */
export interface EventWatch {
  /**
   * Waits until the shop may have events that it did not have at the last call, or when the watch began.
   * @returns false when the time of the watch is over, or the signal is aborted
   */
  next(signal: AbortSignal): Promise<boolean>;
  /** Ends the watch. Each watch must be ended. */
  end(): void;
}

/** Tells when the relay has given events of a shop their numbers, in this process or in any other. */
export abstract class EventArrivals {
  /** Begins a watch that lasts for `ms` milliseconds. */
  abstract watch(shop: ShopId, ms: number): EventWatch;
}
