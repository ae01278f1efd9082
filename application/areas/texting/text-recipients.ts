import type { Customer } from '../../../domain/customers/customer.js';
import type { Channel, Conversation, ThreadContact } from '../../../domain/inbox/conversation.js';
import { NotFound, ValidationError } from '../../../domain/shared/errors.js';
import type { ConversationId, CustomerId, ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Customers } from '../customers/customers.js';
import type { Conversations } from '../inbox/conversations.js';
import type { Leads } from '../leads/leads.js';

/** The ids that name a recipient. At least one is needed. */
export interface NamedRecipient {
  readonly customerId: CustomerId | undefined;
  readonly conversation: ConversationId | undefined;
}

/** The contact whom a text is for. */
export interface TextRecipient {
  readonly contact: ThreadContact;
  /** the number for texts; null: none is on file */
  readonly number: E164 | null;
  /** the thread of text messages that a text goes into; null: a new one */
  readonly thread: Conversation | null;
}

/** The contact whom a message is for. */
export interface Recipient extends TextRecipient {
  /** the thread that was named; null: only a customer was named */
  readonly named: Conversation | null;
  /** the customer that was named, or whose thread was named */
  readonly customer: Customer | null;
}

/** Finds the contact whom a message is for. */
export class TextRecipients {
  constructor(
    private readonly conversations: Conversations,
    private readonly customers: Customers,
    private readonly leads: Leads,
  ) {}

  /** @throws ValidationError for no id, and for a thread and a customer that do not belong together; NotFound */
  async find(shop: ShopId, ids: NamedRecipient): Promise<Recipient> {
    return this.complete(shop, ids, await this.namedThread(shop, ids));
  }

  /**
   * Finds what a text needs to know, with the refusals of `find` and `requireTexts`. A thread of texts says by itself whom a text
   * in it is for, so its customer is not read.
   */
  async findForText(shop: ShopId, ids: NamedRecipient): Promise<TextRecipient> {
    const named = await this.namedThread(shop, ids);
    requireTexts(named);
    const number = named?.channel === 'sms' && ids.customerId === undefined ? named.contactNumber : null;
    if (named === null || number === null) return this.complete(shop, ids, named);
    return { contact: contactOf(named.customerId, named), number, thread: named };
  }

  private async namedThread(shop: ShopId, { customerId, conversation }: NamedRecipient): Promise<Conversation | null> {
    if (customerId === undefined && conversation === undefined)
      throw new ValidationError('customer_id', 'give a customer_id or a conversation');
    const named = conversation === undefined ? null : await this.conversations.find(shop, conversation);
    if (conversation !== undefined && !named) throw new NotFound('conversation');
    return named;
  }

  private async complete(shop: ShopId, { customerId }: NamedRecipient, named: Conversation | null): Promise<Recipient> {
    const whose = customerId ?? named?.customerId ?? null;
    const customer = whose === null ? null : await this.customers.find(shop, whose);
    if (customerId !== undefined && !customer) throw new NotFound('customer');
    if (named && customerId !== undefined && named.customerId !== customerId)
      throw new ValidationError('customer_id', 'the conversation is with somebody else; give one of the two');
    const texts = named?.channel === 'sms' ? named.contactNumber : null;
    // A contact may call from a number that takes no texts, so the phone on file comes before the number of the call.
    const onFile = texts ?? customer?.phone ?? (await this.phoneOfLead(shop, named));
    const number = onFile ?? named?.contactNumber ?? null;
    const thread = named?.channel === 'sms' ? named : number && (await this.conversations.ofNumber(shop, number));
    return { named, customer, contact: contactOf(whose, named), number, thread };
  }

  private async phoneOfLead(shop: ShopId, thread: Conversation | null): Promise<E164 | null> {
    const lead = thread?.leadId ? await this.leads.find(shop, thread.leadId) : null;
    return lead?.phone ?? null;
  }
}

const NO_TEXTS: readonly Channel[] = ['whatsapp', 'webchat'];

/**
 * Refuses a thread of another channel than a text's, where the contact waits for the answer. An answer to a call or an e-mail may be
 * a text.
 * @throws ValidationError
 */
export function requireTexts(thread: Conversation | null): void {
  if (!thread || !NO_TEXTS.includes(thread.channel)) return;
  const problem = `is a ${thread.channel} thread, and a text would stand in another one; give the customer_id to text the customer`;
  throw new ValidationError('conversation', problem);
}

function contactOf(customerId: CustomerId | null, thread: Conversation | null): ThreadContact {
  return { customerId, leadId: customerId === null ? (thread?.leadId ?? null) : null };
}
