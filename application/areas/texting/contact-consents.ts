import { hasMarketingConsent, type Customer } from '../../../domain/customers/customer.js';
import { Conflict } from '../../../domain/shared/errors.js';
import type { CustomerId, ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Purpose, ScheduledMessage } from '../../../domain/texting/scheduled-message.js';
import type { Clock } from '../../kernel/ports/ports.js';
import type { Customers } from '../customers/customers.js';
import type { OptOuts } from './opt-outs.js';
import { requireUnblocked } from './queue-rules.js';

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

  /** @throws Conflict for advertising without a consent */
  async require(shop: ShopId, purpose: Purpose, id: CustomerId | null): Promise<void> {
    if (await this.allow(shop, purpose, id)) return;
    throw new Conflict('the contact has not consented to advertising (marketing_consent is false): do not send it');
  }

  /** The reason against advertising whose contact has withdrawn the consent since it was scheduled; null: it may be sent. */
  async reasonAgainst(shop: ShopId, { purpose, customerId }: ScheduledMessage): Promise<'opted_out' | null> {
    return (await this.allow(shop, purpose, customerId)) ? null : 'opted_out';
  }

  /** Reads nothing for a message about the contact's own business. */
  private async allow(shop: ShopId, purpose: Purpose, id: CustomerId | null): Promise<boolean> {
    return purpose === 'business' || this.isGiven(shop, id === null ? null : await this.customers.find(shop, id));
  }

  /** @throws Conflict when the number may get no text */
  async requireNoBlock(shop: ShopId, number: E164 | null): Promise<void> {
    if (number !== null) requireUnblocked(await this.optOuts.find(shop, number));
  }
}
