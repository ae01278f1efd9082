import type { Shop } from '../../../domain/access/shop.js';
import type { Call } from '../../../domain/calls/call.js';
import { addAnsweredCall, addMissedCall } from '../../../domain/inbox/add-message.js';
import { beginThread, newCallThread, type Conversation, type ThreadContact } from '../../../domain/inbox/conversation.js';
import type { ConversationId, ShopId } from '../../../domain/shared/id.js';
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

  /** Files a new call into a thread with its contact. A number that is withheld or cannot be read belongs to nobody. */
  async file({ id: shop, country }: Shop, call: Call): Promise<Pick<Call, 'conversationId' | 'customerId'>> {
    const number = reportedNumber(call.direction === 'inbound' ? call.from : call.to, country);
    if (number === null) return { conversationId: null, customerId: null };
    const contact = await this.contacts.ofNumber(shop, number);
    const thread = (await this.known(shop, number, contact)) ?? (await this.begin(shop, number, contact, call));
    await this.follow(shop, thread.id, null, call);
    return { conversationId: thread.id, customerId: thread.customerId ?? contact.customerId };
  }

  /** Moves the times of a call's thread if the call is missed now, or was answered and has ended now. */
  async follow(shop: ShopId, thread: ConversationId, before: Call | null, call: Call): Promise<void> {
    const [add, at] = [addOf(call), call.endedAt];
    if (!add || at === null || call.status === before?.status) return;
    await this.conversations.change(shop, thread, (known) =>
      this.announcer.announce(conversationEvents, known, add(known, at, this.clock.now()), NO_CAUSE),
    );
  }

  /** The newest thread of text messages with the number, else the newest thread of calls with it or with whoever has it. */
  private async known(shop: ShopId, number: E164, contact: ThreadContact): Promise<Conversation | null> {
    return (await this.conversations.ofNumber(shop, number)) ?? this.conversations.ofCalls(shop, number, contact);
  }

  /** Begins a thread, or returns the one that another call with this contact has begun. A call that moves it has an event of its own. */
  private async begin(shop: ShopId, number: E164, contact: ThreadContact, call: Call): Promise<Conversation> {
    const now = this.clock.now();
    // A thread is as old as its first call.
    const thread = newCallThread(this.ids.next(), number, contact, call.startedAt < now ? call.startedAt : now);
    const decision = beginThread(thread, now, addOf(call) ? [] : [{ type: 'conversation.updated' }]);
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

/**
 * Returns what a call adds to its thread when it has ended. A call that failed or was canceled adds nothing, and the shop cannot miss a
 * call that it makes.
 */
export function addOf({ status, direction }: Pick<Call, 'status' | 'direction'>): typeof addMissedCall | null {
  if (status === 'completed') return addAnsweredCall;
  return status === 'missed' && direction === 'inbound' ? addMissedCall : null;
}
