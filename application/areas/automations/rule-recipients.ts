import type { ThreadContact } from '../../../domain/conversations/new-thread.js';
import type { LeadId, ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Contacts } from '../comms/contacts.js';
import type { Conversations } from '../conversations/conversations.js';
import type { Leads } from '../leads/leads.js';
import type { TextRecipient, TextRecipients } from '../texting/text-recipients.js';
import type { Subject } from './subject.js';

/** Finds whom a step texts: the contact of the event's thread, else its customer, else its lead, else whoever has its number. */
export class RuleRecipients {
  constructor(
    private readonly recipients: TextRecipients,
    private readonly conversations: Conversations,
    private readonly leads: Leads,
    private readonly contacts: Contacts,
  ) {}

  /** Null: the event is about no contact. @throws NotFound */
  async find(shop: ShopId, { conversation, customer, lead, number }: Subject): Promise<TextRecipient | null> {
    if (conversation) return this.recipients.findForText(shop, { conversation, customerId: undefined });
    if (customer) return this.recipients.findForText(shop, { conversation: undefined, customerId: customer });
    if (lead) {
      const phone = (await this.leads.find(shop, lead))?.phone ?? null;
      return this.at(shop, phone, { customerId: null, leadId: lead });
    }
    return number && this.at(shop, number, await this.contacts.ofNumber(shop, number));
  }

  /** The lead that an event is about: its own, or that of its thread or number. */
  async leadOf(shop: ShopId, subject: Subject): Promise<LeadId | null> {
    if (subject.lead) return subject.lead;
    const thread = subject.conversation && (await this.conversations.find(shop, subject.conversation));
    if (thread) return thread.leadId;
    return subject.number && (await this.contacts.ofNumber(shop, subject.number)).leadId;
  }

  private async at(shop: ShopId, number: E164 | null, contact: ThreadContact): Promise<TextRecipient> {
    return { contact, number, thread: number && (await this.conversations.ofNumber(shop, number)) };
  }
}
