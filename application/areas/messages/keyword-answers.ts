import type { Shop } from '../../../domain/access/shop.js';
import { later } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { answerTo } from '../../../domain/texting/keyword-answers.js';
import type { Keyword } from '../../../domain/texting/keywords.js';
import { isByStaff, type OptOut } from '../../../domain/texting/opt-out.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { Messages } from './messages.js';
import type { TextProvider } from './text-provider.js';

/** The number that sent a keyword. */
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
   * The text that answers a keyword, which the open unit of work must store. Until it ends, other keywords of the number wait.
   * Null: the provider answers itself, the number was answered lately, the shop is suspended, or a START does not lift the
   * staff's block.
   */
  async find(keyword: Keyword, shop: Shop, { number, line, block }: Writer): Promise<string | null> {
    if (this.provider.answersKeywords || shop.suspended) return null;
    if (keyword === 'start' && block !== null && isByStaff(block)) return null;
    const since = later(this.clock.now(), -ANSWERED_FOR_MS);
    return (await this.messages.claimKeywordAnswer(shop.id, number, since)) ? answerTo(keyword, shop.name, line) : null;
  }
}
