import { newEmailThread, type Conversation, type ThreadContact } from '../../../domain/inbox/conversation.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import type { ConversationId, ShopId } from '../../../domain/shared/id.js';
import type { ThreadMessage } from '../../../domain/texting/message.js';
import type { Cause } from '../../kernel/events/cause.js';
import type { Clock, Ids } from '../../kernel/ports/ports.js';
import { ThreadKnown, type Conversations } from './conversations.js';
import type { Add, TextThreads } from './text-threads.js';

/** The contact whom an e-mail is for, and what a new thread with this contact begins with. */
interface EmailContact extends ThreadContact {
  readonly address: EmailAddress;
  readonly subject: string | null;
}

/** Adds e-mails of the shop to threads of e-mails, and begins such threads. */
export class EmailThreads {
  constructor(
    private readonly conversations: Conversations,
    private readonly threads: TextThreads,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds to a thread that was named, if it is a thread of e-mails; otherwise to the newest one with the customer, of any status. If
   * there is none, a thread begins. It is with the lead of the named thread, if nobody is a customer.
   */
  async addTo(
    shop: ShopId,
    named: ConversationId | null,
    contact: Omit<EmailContact, 'leadId'>,
    add: Add,
    cause: Cause,
  ): Promise<ThreadMessage> {
    const thread = named && (await this.conversations.find(shop, named));
    if (thread?.channel === 'email') return this.threads.addTo(shop, thread, add, cause);
    const leadId = contact.customerId === null ? (thread?.leadId ?? null) : null;
    return this.addToContact(shop, { ...contact, leadId }, add, cause);
  }

  private async addToContact(shop: ShopId, contact: EmailContact, add: Add, cause: Cause): Promise<ThreadMessage> {
    const known = await this.knownWith(shop, contact);
    if (known) return this.threads.addTo(shop, known, add, cause);
    try {
      const { address, subject } = contact;
      return await this.threads.begin(
        shop,
        newEmailThread(this.ids.next(), address, contact, subject, this.clock.now()),
        add,
        cause,
      );
    } catch (error) {
      const other = error instanceof ThreadKnown ? await this.knownWith(shop, contact) : null;
      if (!other) throw error;
      return this.threads.addTo(shop, other, add, cause);
    }
  }

  private knownWith(shop: ShopId, { customerId }: EmailContact): Promise<Conversation | null> {
    return customerId === null ? Promise.resolve(null) : this.conversations.ofEmails(shop, customerId);
  }
}
