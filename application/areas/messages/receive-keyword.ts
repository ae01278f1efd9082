import type { MessageId } from '../../../domain/shared/id.js';
import type { Keyword } from '../../../domain/texting/keywords.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { UnitOfWork } from '../../kernel/ports/unit-of-work.js';
import type { TextingBlocks } from '../opt-outs/texting-blocks.js';
import { storedOnce, type AddressedText } from './inbound-text.js';
import type { KeywordAnswers } from './keyword-answers.js';
import type { Messages } from './messages.js';
import type { StopTexts } from './stop-texts.js';
import type { StoreInboundText } from './store-inbound-text.js';

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

  /** Returns the message, also for a repetition. */
  async execute(text: AddressedText, keyword: Keyword): Promise<MessageId> {
    const id = await this.storeOnce(text, keyword);
    // A repetition waits, too: whoever gets an answer to a STOP may rely on it.
    if (keyword === 'stop') await this.stopTexts.execute(text.shop.id, text.number);
    return id;
  }

  private async storeOnce(addressed: AddressedText, keyword: Keyword): Promise<MessageId> {
    const { shop, text, number, line } = addressed;
    // Only a keyword that is repeated has consequences before its message is refused as known.
    const repeated = await this.messages.ofProvider(shop.id, text.providerId);
    if (repeated) return repeated.id;
    // A block is stored before everything else. If the message is a repetition after all, the block can only be one too many.
    if (keyword === 'stop') await this.blocks.block(shop.id, { number, source: 'stop', sentAt: text.receivedAt, line }, NO_CAUSE);
    return storedOnce(this.messages, addressed, this.store(addressed, keyword));
  }

  /** Stores a keyword with its answer, and with the lift that a START causes. A repetition, which is not stored, lifts nothing. */
  private store(addressed: AddressedText, keyword: Keyword): Promise<MessageId> {
    const { shop, number } = addressed;
    return this.unitOfWork.run(async () => {
      const answer = await this.answers.find(keyword, shop, addressed);
      const id = await this.storeText.execute(addressed, answer);
      if (keyword === 'start') await this.blocks.lift(shop.id, number, 'start', NO_CAUSE);
      return id;
    });
  }
}
