import type { CustomerId, ShopId } from '../../domain/shared/id.js';
import type { E164 } from '../../domain/shared/phone.js';

/** The phone log of a shop. */
export abstract class Calls {
  /**
   * Gives the calls with a number that belong to no customer to a customer. A call in a thread is given only to the customer of
   * the thread.
   */
  abstract adopt(shop: ShopId, number: E164, customer: CustomerId): Promise<void>;
}
