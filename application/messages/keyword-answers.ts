import type { Shop } from '../../domain/access/shop.js';
import { later } from '../../domain/shared/instant.js';
import type { E164 } from '../../domain/shared/phone.js';
import { answerTo } from '../../domain/texting/keyword-answers.js';
import type { Keyword } from '../../domain/texting/keywords.js';
import type { Conversations } from '../conversations/conversations.js';
import type { Clock } from '../ports/clock.js';
import type { Messages } from './messages.js';
import type { TextProvider } from './text-provider.js';

/** A number is answered once in this time, whatever keywords it sends. */
const ANSWERED_FOR_MS = 3_600_000;

/** Decides whether a keyword is answered. */
export class KeywordAnswers {
  constructor(
    private readonly messages: Messages,
    private readonly conversations: Conversations,
    private readonly provider: TextProvider,
    private readonly clock: Clock,
  ) {}

  /**
   * The text that answers a keyword, which the open unit of work must store. Until it ends, other keywords of the number wait.
   * Null: the provider answers itself, the number was answered lately, or the shop is suspended.
   * @param line the shop's line; null: unknown
   */
  async find(keyword: Keyword, shop: Shop, number: E164, line: E164 | null): Promise<string | null> {
    if (this.provider.answersKeywords || shop.suspended) return null;
    await this.conversations.takeTurn(shop.id, number);
    const since = later(this.clock.now(), -ANSWERED_FOR_MS);
    if (await this.messages.hasKeywordAnswer(shop.id, number, since)) return null;
    return answerTo(keyword, shop.name, line);
  }
}
