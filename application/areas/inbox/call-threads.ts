import type { Shop } from '../../../domain/access/shop.js';
import { missedAt } from '../../../domain/calls/call-progress.js';
import type { Call } from '../../../domain/calls/call.js';
import { addMissedCall } from '../../../domain/inbox/add-message.js';
import { newCallThread, type Conversation, type ThreadContact } from '../../../domain/inbox/conversation.js';
import { changed } from '../../../domain/shared/events.js';
import type { ConversationId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { reportedNumber, type E164 } from '../../../domain/shared/phone.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { Clock, Ids } from '../../kernel/ports/ports.js';
import type { Contacts } from './contacts.js';
import { conversationEvents } from './conversation.view.js';
import { ThreadKnown, type Conversations } from './conversations.js';

/** Finds the threads into which calls are filed, and begins threads of calls. */
export class CallThreads {
  constructor(
    private readonly conversations: Conversations,
    private readonly contacts: Contacts,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  /** Files a new call into a thread with its contact. A number that cannot be read belongs to nobody. */
  async file({ id: shop, country }: Shop, call: Call): Promise<Pick<Call, 'conversationId' | 'customerId'>> {
    const number = reportedNumber(call.direction === 'inbound' ? call.from : call.to, country);
    if (number === null) return { conversationId: null, customerId: null };
    const contact = await this.contacts.ofNumber(shop, number);
    const thread = await this.threadFor(shop, number, contact, call);
    return { conversationId: thread?.id ?? null, customerId: thread?.customerId ?? contact.customerId };
  }

  /**
   * The thread for a new call: the newest thread of text messages with the number, else the newest thread of calls with it, else
   * a new thread of calls. Somebody whom the shop does not know has threads of text messages only. A call that is missed already
   * is added to its thread, see `addMissed`.
   * @returns null: the call belongs to no thread
   */
  private async threadFor(shop: ShopId, number: E164, contact: ThreadContact, call: Call): Promise<Conversation | null> {
    const known = await this.known(shop, number, contact);
    const thread = known ?? (isSomebody(contact) ? await this.begin(shop, number, contact, call) : null);
    const at = missedAt(call);
    if (thread && at !== null) await this.addMissed(shop, thread.id, at);
    return thread;
  }

  /** Moves the times of a thread to a missed call. */
  async addMissed(shop: ShopId, id: ConversationId, at: Instant): Promise<void> {
    await this.conversations.change(shop, id, (before) =>
      this.announcer.announce(conversationEvents, before, addMissedCall(before, at, this.clock.now()), NO_CAUSE),
    );
  }

  private async known(shop: ShopId, number: E164, contact: ThreadContact): Promise<Conversation | null> {
    const ofTexts = await this.conversations.ofNumber(shop, number);
    if (ofTexts || !isSomebody(contact)) return ofTexts;
    return this.conversations.ofCalls(shop, number, contact);
  }

  /** Begins a thread, or returns the one that another call with this contact has begun. A missed call has an event of its own. */
  private async begin(shop: ShopId, number: E164, contact: ThreadContact, call: Call): Promise<Conversation> {
    const now = this.clock.now();
    // A thread is as old as its first call.
    const thread = newCallThread(this.ids.next(), number, contact, call.startedAt < now ? call.startedAt : now);
    const decision = changed(thread, now, missedAt(call) === null ? [{ type: 'conversation.updated' as const }] : []);
    try {
      const announced = this.announcer.announce(conversationEvents, null, decision, NO_CAUSE);
      await this.conversations.add(shop, { thread: announced, messages: [] });
      return thread;
    } catch (error) {
      const other = error instanceof ThreadKnown ? await this.conversations.ofCalls(shop, number, contact) : null;
      if (!other) throw error;
      return other;
    }
  }
}

function isSomebody({ customerId, leadId }: ThreadContact): boolean {
  return customerId !== null || leadId !== null;
}
