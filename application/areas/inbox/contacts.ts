import type { Clues, Contact } from '../../../domain/inbox/contact.js';
import type { CustomerId, LeadId, ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';

/** The person to whom a number belongs. At most one of the two is set. */
export interface NumberOwner {
  readonly customerId: CustomerId | null;
  readonly leadId: LeadId | null;
}

/** The people with whom a shop talks: its customers, and its leads that are not deleted. */
export abstract class Contacts {
  /**
   * The contacts that may match at least one clue, in any order. Of many contacts with the words of the name, those with the
   * shortest names are found, because the words are the largest part of these names.
   */
  abstract resolve(shop: ShopId, clues: Clues): Promise<readonly Contact[]>;
  /** The customer with this phone. If there is none, the newest lead with it. */
  abstract ofNumber(shop: ShopId, number: E164): Promise<NumberOwner>;
}
