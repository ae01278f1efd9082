import { addAnswerElsewhere } from '../../../domain/inbox/add-message.js';
import {
  beginThread,
  isUnanswered,
  newTextThread,
  type Conversation,
  type ThreadContact,
} from '../../../domain/inbox/conversation.js';
import { defined } from '../../../domain/shared/defined.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { Decision } from '../../../domain/shared/events.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { tellReceived, type Message, type ThreadMessage } from '../../../domain/texting/message.js';
import { together, type Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE, type Cause } from '../../kernel/events/cause.js';
import type { Clock, Ids } from '../../kernel/ports/ports.js';
import { messageEvents } from '../texting/message.view.js';
import { conversationEvents } from './conversation.view.js';
import { ThreadKnown, type Conversations, type WithMessages } from './conversations.js';

/** The changes of a thread by new messages. */
export interface Addition {
  readonly thread: Decision<Conversation, 'conversation.updated'>;
  /** the first is the one that `TextThreads` returns */
  readonly messages: readonly [Message, ...Message[]];
}

/** A new thread with its first messages. */
interface Begun extends Pick<Addition, 'messages'> {
  readonly thread: ReturnType<typeof beginThread>;
}

/** Decides what is added to a thread. It may be called several times for one addition. */
export type Add = (thread: Conversation) => Addition;

/** Adds messages to threads of text messages, and begins such threads. */
export class TextThreads {
  constructor(
    private readonly conversations: Conversations,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  /** @throws NotFound, MessageKnown */
  async addTo(shop: ShopId, thread: Conversation, add: Add, cause: Cause): Promise<ThreadMessage> {
    let added: ThreadMessage | undefined;
    const extended = await this.conversations.extend(shop, thread.id, (before) => {
      const addition = add(before);
      added = inThread(addition.messages[0], before);
      return this.announced(before, addition, cause);
    });
    if (!extended || !added) throw new NotFound('conversation');
    await this.answerCalls(shop, extended, added);
    return asStored(added, extended);
  }

  /**
   * Adds to the newest thread with a number, of any status. If there is none, a thread begins.
   * @param contactOf finds the contact of a new thread
   * @throws MessageKnown
   */
  async addToNumber(
    shop: ShopId,
    number: E164,
    contactOf: () => Promise<ThreadContact>,
    add: Add,
    cause: Cause,
  ): Promise<ThreadMessage> {
    const known = await this.conversations.ofNumber(shop, number);
    return known ? this.addTo(shop, known, add, cause) : this.beginWith(shop, number, contactOf, add, cause);
  }

  /**
   * Begins a thread with a number that had none a moment ago. If one has begun meanwhile, it adds to that one.
   * @throws MessageKnown
   */
  async beginWith(
    shop: ShopId,
    number: E164,
    contactOf: () => Promise<ThreadContact>,
    add: Add,
    cause: Cause,
  ): Promise<ThreadMessage> {
    const begun = newTextThread(this.ids.next(), number, await contactOf(), this.clock.now());
    try {
      return await this.begin(shop, begun, add, cause);
    } catch (error) {
      const other = error instanceof ThreadKnown ? await this.conversations.ofNumber(shop, number) : null;
      if (!other) throw error;
      return this.addTo(shop, other, add, cause);
    }
  }

  /**
   * Begins a thread with a number that has none, before anything stands in it.
   * @param since the time of the message that it begins for
   */
  async prepare(shop: ShopId, number: E164, contactOf: () => Promise<ThreadContact>, since: Instant): Promise<void> {
    if (await this.conversations.ofNumber(shop, number)) return;
    const thread = newTextThread(this.ids.next(), number, await contactOf(), since);
    const announced = this.announcer.announce(conversationEvents, null, beginThread(thread, since, []), NO_CAUSE);
    try {
      await this.conversations.add(shop, { thread: announced, messages: [] });
    } catch (error) {
      // Another text has begun it at the same time.
      if (!(error instanceof ThreadKnown)) throw error;
    }
  }

  /** @throws ThreadKnown, MessageKnown */
  async begin(shop: ShopId, thread: Conversation, add: Add, cause: Cause): Promise<ThreadMessage> {
    const { thread: decision, messages } = add(thread);
    // A thread is as old as its first message, which may have been written a moment before.
    const createdAt = messages[0].createdAt < thread.createdAt ? messages[0].createdAt : thread.createdAt;
    const begun = beginThread({ ...decision.next, createdAt }, this.clock.now(), decision.events);
    const stored = await this.conversations.add(shop, this.announced(null, { thread: begun, messages }, cause));
    const added = inThread(messages[0], thread);
    await this.answerCalls(shop, thread, added);
    return asStored(added, stored);
  }

  /** A person who texts a contact answers the contact's missed calls, too, and these stand in a thread of their own. */
  private async answerCalls(shop: ShopId, { contactNumber, ...person }: Conversation, added: ThreadMessage): Promise<void> {
    if (added.direction === 'inbound' || added.automated || contactNumber === null) return;
    const calls = await this.conversations.ofCalls(shop, contactNumber, person);
    if (!calls || !isUnanswered(calls)) return;
    await this.conversations.change(shop, calls.id, (known) => {
      const decision = addAnswerElsewhere(known, added.createdAt, this.clock.now());
      return this.announcer.announce(conversationEvents, known, decision, NO_CAUSE);
    });
  }

  /** Messages of the contact have an event now. Messages of the shop have their events when they are sent. */
  private announced(before: Conversation | null, { thread, messages }: Begun | Addition, cause: Cause): WithMessages {
    const decided = this.announcer.announce(conversationEvents, before, thread, cause);
    const received = messages
      .filter(({ direction }) => direction === 'inbound')
      .map((message) => tellReceived(inThread(message, thread.next), this.clock.now()))
      .map((decision) => this.announcer.announce(messageEvents, null, decision, cause));
    return { thread: received.reduce(together<Conversation>, decided), messages };
  }
}

function inThread(message: Message, { channel, customerId }: Conversation): ThreadMessage {
  return { ...message, channel, customerId, held: null };
}

/** A message is stored together with its thread, and has the same time. */
function asStored(message: ThreadMessage, { updatedAt }: Conversation): ThreadMessage {
  return { ...message, ...defined({ updatedAt }) };
}
