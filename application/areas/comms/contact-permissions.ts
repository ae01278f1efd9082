import type { Shop } from '../../../domain/access/shop.js';
import type { Conversation } from '../../../domain/conversations/conversation.js';
import type { Customer } from '../../../domain/customers/customer.js';
import { hasMarketingConsent } from '../../../domain/customers/marketing-consent.js';
import type { ConversationId, CustomerId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { Conversations } from '../conversations/conversations.js';
import type { Customers } from '../customers/customers.js';
import type { OptOuts } from '../opt-outs/opt-outs.js';
import type { TextRecipients } from '../texting/text-recipients.js';
import type { Judgement, TextingRules } from '../texting/texting-rules.js';
import type { Contacts } from './contacts.js';

/** One of the three names the contact. */
export interface AskedContact {
  readonly customerId?: CustomerId | undefined;
  readonly conversation?: ConversationId | undefined;
  readonly phone?: E164 | undefined;
}

/** The answer to whether a contact may be texted now, by the rules that a text to the contact would be judged by. */
export interface ContactPermission {
  readonly texting: Judgement;
  readonly marketingConsent: boolean;
  readonly timezone: string;
  readonly now: Instant;
}

interface Found {
  readonly number: E164 | null;
  readonly customer: Customer | null;
  readonly thread: Conversation | null;
}

export class ContactPermissions {
  constructor(
    private readonly recipients: TextRecipients,
    private readonly contacts: Contacts,
    private readonly customers: Customers,
    private readonly conversations: Conversations,
    private readonly optOuts: OptOuts,
    private readonly rules: TextingRules,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound when the shop has no such customer or thread */
  async of(shop: Shop, asked: AskedContact): Promise<ContactPermission> {
    const { number, customer, thread } = await this.find(shop.id, asked);
    const question = { moment: 'acceptance', body: null, phone: number, lastLine: thread?.line ?? null } as const;
    const texting = await this.rules.judge(shop, question);
    const now = this.clock.now();
    return { texting, marketingConsent: await this.mayCampaign(shop.id, customer, now), timezone: shop.timezone, now };
  }

  private async find(shop: ShopId, { phone, customerId, conversation }: AskedContact): Promise<Found> {
    if (phone === undefined) return this.recipients.find(shop, { customerId, conversation });
    const [owner, thread] = await Promise.all([this.contacts.ofNumber(shop, phone), this.conversations.ofNumber(shop, phone)]);
    const customer = owner.customerId && (await this.customers.find(shop, owner.customerId));
    return { number: phone, customer, thread };
  }

  private async mayCampaign(shop: ShopId, customer: Customer | null, now: Instant): Promise<boolean> {
    if (!customer) return false;
    const optOut = customer.phone === null ? null : await this.optOuts.history(shop, customer.phone);
    return hasMarketingConsent(customer, optOut, now);
  }
}
