import type { ShopSettings } from '../../../domain/access/shop-settings.js';
import type { PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';

export interface TextingQuestion {
  /** the contact's number; null: none is on file */
  readonly number: E164 | null;
  /** texts that were accepted before this time do not count */
  readonly since: Instant;
  /** true: only texts that the service has begun to hand over count */
  readonly taken: boolean;
}

/** The facts that the rules of texting need. */
export interface FactsOfShop {
  readonly settings: ShopSettings;
  /** the live lines, in the order of `PhoneNumbers.list` */
  readonly lines: readonly PhoneNumber[];
  /** the block on the contact's number; null: it is not blocked */
  readonly block: OptOut | null;
  /**
   * The number of texts that the service accepted, without answers to keywords and those that a rule held back. Only as many as
   * the hourly limit count.
   */
  readonly count: number;
  /** the time of the oldest of these texts; null: there are none */
  readonly oldest: Instant | null;
}

/** Reads all that the rules of texting go by from one snapshot. */
export abstract class TextingFacts {
  abstract find(shop: ShopId, question: TextingQuestion): Promise<FactsOfShop>;
}
