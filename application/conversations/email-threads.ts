import type { Conversation } from '../../domain/conversations/conversation.js';
import { newEmailThread, type ThreadContact } from '../../domain/conversations/new-thread.js';
import type { ThreadMessage } from '../../domain/messages/message.js';
import type { EmailAddress } from '../../domain/shared/contact.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { Announcer } from '../events/announcer.js';
import type { Cause } from '../events/cause.js';
import type { Clock } from '../ports/clock.js';
import type { Ids } from '../ports/ids.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';
import { conversationEvents } from './conversation.events.js';
import type { Conversations } from './conversations.js';
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
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  /** Adds to the newest thread of e-mails with the customer, of any status. If there is none, a thread begins. */
  addToContact(shop: ShopId, contact: EmailContact, add: Add, cause: Cause): Promise<ThreadMessage> {
    const { customerId, address } = contact;
    return this.unitOfWork.run(async () => {
      await this.conversations.takeTurn(shop, customerId ?? address);
      const known = customerId && (await this.conversations.ofEmails(shop, customerId));
      return known ? this.threads.addTo(shop, known.id, add, cause) : this.begin(shop, contact, add, cause);
    });
  }

  private async begin(shop: ShopId, contact: EmailContact, add: Add, cause: Cause): Promise<ThreadMessage> {
    const fresh: Conversation = newEmailThread(this.ids.next(), contact.address, contact, contact.subject, this.clock.now());
    const { thread, messages } = add(fresh);
    await this.conversations.add(shop, { thread: this.announcer.announce(conversationEvents, null, thread, cause), messages });
    return { ...messages[0], channel: fresh.channel, customerId: fresh.customerId };
  }
}
