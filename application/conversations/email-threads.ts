import type { Conversation } from '../../domain/conversations/conversation.js';
import { newEmailThread, type ThreadContact } from '../../domain/conversations/new-thread.js';
import type { ThreadMessage } from '../../domain/messages/message.js';
import type { EmailAddress } from '../../domain/shared/contact.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { Cause } from '../events/cause.js';
import type { Clock } from '../ports/clock.js';
import type { Ids } from '../ports/ids.js';
import { ThreadKnown, type Conversations } from './conversations.js';
import type { Add, TextThreads } from './text-threads.js';

/** The contact whom an e-mail is for, and what a new thread with this contact begins with. */
export interface EmailContact extends ThreadContact {
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

  /** Adds to the newest thread of e-mails with the customer, of any status. If there is none, a thread begins. */
  async addToContact(shop: ShopId, contact: EmailContact, add: Add, cause: Cause): Promise<ThreadMessage> {
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
