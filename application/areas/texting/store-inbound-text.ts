import { addInbound, addUnansweringOutbound } from '../../../domain/inbox/add-message.js';
import type { Conversation } from '../../../domain/inbox/conversation.js';
import type { MessageId } from '../../../domain/shared/id.js';
import { queuedText, receivedText } from '../../../domain/texting/message.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { Clock, Ids } from '../../kernel/ports/ports.js';
import type { Contacts } from '../inbox/contacts.js';
import type { Addition, TextThreads } from '../inbox/text-threads.js';
import type { ExpectMedia } from '../media/expect-media.js';
import type { AddressedText } from './provider-events.js';

interface NewIds {
  readonly message: MessageId;
  readonly answer: MessageId;
}

/** Stores a text of a contact in its thread, with the text that answers it. */
export class StoreInboundText {
  constructor(
    private readonly threads: TextThreads,
    private readonly contacts: Contacts,
    private readonly media: ExpectMedia,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Begins the thread of a text whose block names it, if the number has none yet. */
  prepare({ shop, number, text }: AddressedText): Promise<void> {
    const now = this.clock.now();
    const since = text.receivedAt !== null && text.receivedAt < now ? text.receivedAt : now;
    return this.threads.prepare(shop.id, number, () => this.contacts.ofNumber(shop.id, number), since);
  }

  /**
   * Returns the message. A text with files or with an answer needs a unit of work, so that all of it is stored or nothing.
   * @param answer null: the text gets no answer
   * @throws MessageKnown
   */
  async execute(addressed: AddressedText, answer: string | null): Promise<MessageId> {
    const { shop, number, text } = addressed;
    const ids: NewIds = { message: this.ids.next(), answer: this.ids.next() };
    const message = await this.threads.addToNumber(
      shop.id,
      number,
      () => this.contacts.ofNumber(shop.id, number),
      (thread) => this.addition(thread, addressed, ids, answer),
      NO_CAUSE,
    );
    if (text.media.length > 0) await this.expectFiles(addressed, message.id);
    return message.id;
  }

  /** The files come later. Until then, the message stands without them. */
  private expectFiles({ shop, text }: AddressedText, messageId: MessageId): Promise<void> {
    const attachment = { kind: 'attachment', messageId, providerId: null, durationSeconds: null } as const;
    const files = text.media.map(({ url: source }, place) => ({ ...attachment, source, place }));
    return this.media.expect(shop.id, files);
  }

  private addition(thread: Conversation, { text, number, line }: AddressedText, ids: NewIds, answer: string | null): Addition {
    const now = this.clock.now();
    const message = receivedText({
      id: ids.message,
      conversationId: thread.id,
      body: text.body === '' ? null : text.body,
      from: number,
      to: text.to,
      mediaSources: text.media,
      providerId: text.providerId,
      createdAt: text.receivedAt ?? now,
    });
    const taken = addInbound(thread, message, line, now);
    if (answer === null) return { thread: taken, messages: [message] };
    const reply = queuedText(
      {
        id: ids.answer,
        conversationId: thread.id,
        body: answer,
        from: line,
        to: number,
        automated: true,
        keywordAnswer: true,
        sentBy: null,
      },
      now,
    );
    return { thread: addUnansweringOutbound(taken.next, reply, now), messages: [message, reply] };
  }
}
