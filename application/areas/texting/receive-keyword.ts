import type { Shop } from '../../../domain/access/shop.js';
import type { MessageId } from '../../../domain/shared/id.js';
import { later } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { answerTo, type Keyword } from '../../../domain/texting/keywords.js';
import { isByStaff, type OptOut } from '../../../domain/texting/opt-out.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { Clock, UnitOfWork } from '../../kernel/ports/ports.js';
import type { Messages } from './messages.js';
import { storedOnce, type AddressedText } from './provider-events.js';
import type { StopTexts } from './stop-texts.js';
import type { StoreInboundText } from './store-inbound-text.js';
import type { TextProvider } from './text-provider.js';
import type { TextingBlocks } from './texting-blocks.js';

/** Takes in a text that is a keyword: STOP blocks texts to its number, START lifts such a block, and most keywords are answered. */
export class ReceiveKeyword {
  constructor(
    private readonly messages: Messages,
    private readonly answers: KeywordAnswers,
    private readonly blocks: TextingBlocks,
    private readonly stopTexts: StopTexts,
    private readonly storeText: StoreInboundText,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Returns the id of the message, also for a repetition. */
  async execute(text: AddressedText, keyword: Keyword): Promise<MessageId> {
    const id = await this.storeOnce(text, keyword);
    // A repetition waits, too: whoever gets an answer to a STOP may rely on it.
    if (keyword === 'stop') await this.stopTexts.execute(text.shop.id, text.number);
    return id;
  }

  private async storeOnce(addressed: AddressedText, keyword: Keyword): Promise<MessageId> {
    const { shop, text, number, line } = addressed;
    // A repeated STOP would block the number again before the insert of its message is refused, so the message is looked for first.
    const repeated = await this.messages.ofProvider(shop.id, text.providerId);
    if (repeated) return repeated.id;
    // A block is stored before everything else. If the message is a repetition after all, the block can only be one too many.
    if (keyword === 'stop') {
      // The event of the block names the thread, which a first text has not begun yet.
      await this.storeText.prepare(addressed);
      await this.blocks.block(shop.id, { number, source: 'stop', sentAt: text.receivedAt, line }, NO_CAUSE);
    }
    return storedOnce(this.messages, addressed, this.store(addressed, keyword));
  }

  /** Stores a keyword with its answer, and with the lift that a START causes. A repetition, which is not stored, lifts nothing. */
  private store(addressed: AddressedText, keyword: Keyword): Promise<MessageId> {
    const { shop, number } = addressed;
    return this.unitOfWork.run(async () => {
      const answer = await this.answers.claim(keyword, shop, addressed);
      const id = await this.storeText.execute(addressed, answer);
      if (keyword === 'start') await this.blocks.lift(shop.id, number, 'start', NO_CAUSE);
      return id;
    });
  }
}

/** The person who sent a keyword, as their number, with the line that it came to and the block before it. */
interface Writer {
  readonly number: E164;
  /** the shop's line; null: unknown */
  readonly line: E164 | null;
  /** the block on the number before the keyword; null: there was none */
  readonly block: OptOut | null;
}

/** A number is answered once in this time, whatever keywords it sends. */
const ANSWERED_FOR_MS = 3_600_000;

/** Decides whether a keyword is answered. */
export class KeywordAnswers {
  constructor(
    private readonly messages: Messages,
    private readonly provider: TextProvider,
    private readonly clock: Clock,
  ) {}

  /**
   * Claims the answer to a keyword, and returns its text, which the open unit of work must store. Until that ends, other keywords of the
   * number wait. Null: the provider answers itself, the number was answered lately, the shop is suspended, or a START does not lift the
   * staff's block.
   */
  async claim(keyword: Keyword, shop: Shop, { number, line, block }: Writer): Promise<string | null> {
    if (this.provider.answersKeywords || shop.suspended) return null;
    if (keyword === 'start' && block !== null && isByStaff(block)) return null;
    const since = later(this.clock.now(), -ANSWERED_FOR_MS);
    return (await this.messages.claimKeywordAnswer(shop.id, number, since)) ? answerTo(keyword, shop.name, line) : null;
  }
}
