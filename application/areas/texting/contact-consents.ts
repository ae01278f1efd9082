import { hasMarketingConsent, type Customer } from '../../../domain/customers/customer.js';
import { Conflict } from '../../../domain/shared/errors.js';
import type { CustomerId, ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Clock } from '../../kernel/ports/ports.js';
import type { Customers } from '../customers/customers.js';
import type { OptOuts } from './opt-outs.js';
import { requireUnblocked } from './queue-rules.js';

export const PURPOSES = ['business', 'marketing'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The description of the argument `purpose` of a message. */
export const PURPOSE = 'Advertising is `marketing`, and needs consent.';

/** What contacts have agreed to: to texts at all, and to advertising. */
export class ContactConsents {
  constructor(
    private readonly customers: Customers,
    private readonly optOuts: OptOuts,
    private readonly clock: Clock,
  ) {}

  /** @param customer null: somebody who is no customer, and so has given no consent */
  async isGiven(shop: ShopId, customer: Customer | null): Promise<boolean> {
    if (!customer) return false;
    const optOut = customer.phone === null ? null : await this.optOuts.history(shop, customer.phone);
    return hasMarketingConsent(customer, optOut, this.clock.now());
  }

  /** Reads nothing for a message about the contact's own business. @throws Conflict for advertising without a consent */
  async require(shop: ShopId, purpose: Purpose, id: CustomerId | null): Promise<void> {
    if (purpose === 'business') return;
    const customer = id === null ? null : await this.customers.find(shop, id);
    if (await this.isGiven(shop, customer)) return;
    throw new Conflict('the contact has not consented to advertising (marketing_consent is false): do not send it');
  }

  /** @throws Conflict when the number may get no text */
  async requireNoBlock(shop: ShopId, number: E164 | null): Promise<void> {
    if (number !== null) requireUnblocked(await this.optOuts.find(shop, number));
  }
}
