import type { Shop } from '../../domain/access/shop.js';
import { addInbound, addUnansweringOutbound } from '../../domain/conversations/add-message.js';
import type { Conversation } from '../../domain/conversations/conversation.js';
import { queuedText, receivedText } from '../../domain/messages/new-message.js';
import type { MessageId } from '../../domain/shared/id.js';
import { normalizePhone, reportedNumber, type E164 } from '../../domain/shared/phone.js';
import { keywordOf, type Keyword } from '../../domain/texting/keywords.js';
import type { OptOut } from '../../domain/texting/opt-out.js';
import type { Shops } from '../access/shops.js';
import type { Contacts } from '../comms/contacts.js';
import { MessageKnown } from '../conversations/conversations.js';
import type { Addition, TextThreads } from '../conversations/text-threads.js';
import { NO_CAUSE } from '../events/cause.js';
import type { ExpectMedia } from '../media/expect-media.js';
import type { OptOuts } from '../opt-outs/opt-outs.js';
import type { TextingBlocks } from '../opt-outs/texting-blocks.js';
import type { PhoneNumbers } from '../phone-numbers/phone-numbers.js';
import type { Clock } from '../ports/clock.js';
import type { Ids } from '../ports/ids.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';
import type { KeywordAnswers } from './keyword-answers.js';
import type { Messages } from './messages.js';
import type { InboundText } from './provider-events.js';
import type { StopTexts } from './stop-texts.js';

/** An inbound text with what it was found to be. */
interface KnownText {
  readonly text: InboundText;
  readonly shop: Shop;
  /** E.164; a short code or a name as it came */
  readonly number: E164;
  /** the shop's line; null: the text came to a messaging service */
  readonly line: E164 | null;
  readonly block: OptOut | null;
  readonly keyword: Keyword | null;
}

/** Takes in a text that somebody sent to a shop. No caller has a key here: the shop itself acts. */
export class ReceiveText {
  constructor(
    private readonly shops: Shops,
    private readonly phoneNumbers: PhoneNumbers,
    private readonly contacts: Contacts,
    private readonly messages: Messages,
    private readonly threads: TextThreads,
    private readonly optOuts: OptOuts,
    private readonly blocks: TextingBlocks,
    private readonly stopTexts: StopTexts,
    private readonly keywordAnswers: KeywordAnswers,
    private readonly expectMedia: ExpectMedia,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Returns the message, also for a repetition. Null: the number that was texted belongs to no shop. */
  async execute(text: InboundText): Promise<MessageId | null> {
    const shop = await this.shopOf(text);
    if (!shop) return null;
    const number = senderOf(text, shop);
    const block = await this.optOuts.find(shop.id, number);
    if (block) await this.optOuts.recall(shop.id, number);
    const line = normalizePhone(text.to, shop.country);
    const known: KnownText = { text, shop, number, line, block, keyword: keywordIn(text, block) };
    const id = await this.store(known);
    // A repetition waits, too: whoever gets an answer to a STOP may rely on it.
    if (known.keyword === 'stop') await this.stopTexts.execute(shop.id, number);
    return id;
  }

  private shopOf({ shop, to }: InboundText): Promise<Shop | null> {
    // Safe: text that is no number belongs to nobody.
    return shop ? this.shops.find(shop) : this.phoneNumbers.holder(to as E164);
  }

  private async store(known: KnownText): Promise<MessageId> {
    const { shop, text, number, line, keyword } = known;
    // Only a keyword that is repeated has consequences before its message is refused as known.
    const repeated = keyword === null ? null : await this.messages.ofProvider(shop.id, text.providerId);
    if (repeated) return repeated.id;
    // A block is stored before everything else. If the message is a repetition after all, the block can only be one too many.
    if (keyword === 'stop') await this.blocks.block(shop.id, { number, source: 'stop', sentAt: text.receivedAt, line }, NO_CAUSE);
    try {
      return await this.storeNew(known);
    } catch (error) {
      const first = error instanceof MessageKnown ? await this.messages.ofProvider(shop.id, text.providerId) : null;
      if (!first) throw error;
      return first.id;
    }
  }

  private storeNew(known: KnownText): Promise<MessageId> {
    const { keyword, text } = known;
    if (keyword === null && text.media.length === 0) return this.storeMessage(known, null);
    return this.unitOfWork.run(async () => {
      const id = await (keyword === null ? this.storeMessage(known, null) : this.storeKeyword(known, keyword));
      await this.expectAttachments(known, id);
      return id;
    });
  }

  /** The files come later. Until then, the message stands without them. */
  private expectAttachments({ shop, text }: KnownText, messageId: MessageId): Promise<void> {
    const attachment = { kind: 'attachment', messageId, providerId: null, durationSeconds: null } as const;
    const files = text.media.map(({ url: source }, place) => ({ ...attachment, source, place }));
    return this.expectMedia.expect(shop.id, files);
  }

  /** Stores a keyword with its answer, and with the lift that a START causes. A repetition, which is not stored, lifts nothing. */
  private async storeKeyword(known: KnownText, keyword: Keyword): Promise<MessageId> {
    const { shop, number } = known;
    const answer = await this.keywordAnswers.find(keyword, shop, known);
    const id = await this.storeMessage(known, answer);
    if (keyword === 'start') await this.blocks.lift(shop.id, number, 'start', NO_CAUSE);
    return id;
  }

  private async storeMessage(known: KnownText, answer: string | null): Promise<MessageId> {
    const { shop, number } = known;
    const ids = { message: this.ids.next<'Message'>(), answer: this.ids.next<'Message'>() };
    const message = await this.threads.addToNumber(
      shop.id,
      number,
      () => this.contacts.ofNumber(shop.id, number),
      (thread) => this.addition(thread, known, ids, answer),
      NO_CAUSE,
    );
    return message.id;
  }

  private addition(
    thread: Conversation,
    { text, number, line }: KnownText,
    ids: { readonly message: MessageId; readonly answer: MessageId },
    answer: string | null,
  ): Addition {
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
        ...{ id: ids.answer, conversationId: thread.id, body: answer, from: line, to: number },
        ...{ automated: true, keywordAnswer: true, sentBy: null },
      },
      now,
    );
    return { thread: addUnansweringOutbound(taken.next, reply, now), messages: [message, reply] };
  }
}

/**
 * The keyword of a text. After an outage texts come late: a START that is older than the contact's last opt-out lifts nothing, so
 * it is no keyword.
 */
function keywordIn({ body, receivedAt }: InboundText, block: OptOut | null): Keyword | null {
  const keyword = keywordOf(body, block !== null);
  const endedAt = block?.consentEndedAt ?? null;
  const isOvertaken = receivedAt !== null && endedAt !== null && receivedAt < endedAt;
  return keyword === 'start' && isOvertaken ? null : keyword;
}

/** A sender that is no number is kept as it came. */
function senderOf({ from }: InboundText, { country }: Shop): E164 {
  return reportedNumber(from, country) ?? (from as E164);
}
