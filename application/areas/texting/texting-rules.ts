import type { ShopSettings } from '../../../domain/access/shop-settings.js';
import type { Feature, Shop } from '../../../domain/access/shop.js';
import type { PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import { NOBODY, type PhoneNumberId } from '../../../domain/shared/id.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { chooseLine, type LineChoice } from '../../../domain/texting/choose-line.js';
import { mayText, type TextingDecision, type TextToSend } from '../../../domain/texting/may-text.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { TextingFacts } from './texting-facts.js';

/** The text that is judged. */
export interface AskedText extends Pick<TextToSend, 'moment' | 'body' | 'phone'> {
  /** the line that the caller asked for */
  readonly requestedLine?: PhoneNumberId | null;
  /** the number from which the text was accepted; no other line may send it then */
  readonly from?: string | null;
  /** the shop's number that the contact wrote to last */
  readonly lastLine?: E164 | null;
  /** the feature without which the text is not sent */
  readonly needs?: Feature;
  readonly dueAt?: Instant | null;
}

export interface Judgement {
  readonly decision: TextingDecision;
  readonly line: LineChoice;
  /** the block on the contact's number; null: there is none */
  readonly block: OptOut | null;
  readonly settings: ShopSettings;
  /** when the shop may send one more text, if its hourly limit is reached; null: it is not reached */
  readonly limitEndsAt: Instant | null;
}

const HOUR_MS = 3_600_000;

/** Collects what `mayText` decides by: the block, the lines, the hours, the limit. It is the one way to judge a text. */
export class TextingRules {
  constructor(
    private readonly facts: TextingFacts,
    private readonly clock: Clock,
  ) {}

  async judge(shop: Shop, asked: AskedText): Promise<Judgement> {
    const { moment, body, phone, dueAt = null, needs } = asked;
    const now = this.clock.now();
    const question = { number: phone, since: later(now, -HOUR_MS), taken: moment === 'hand-over' };
    const { settings, lines, block, count, oldest } = await this.facts.find(shop.id, question);
    const { textingHours, closures, messagingService, textsPerHour: hourlyLimit } = settings;
    const line = chooseLine({ lines, messagingService, ...wantedLines(lines, asked) });
    const decision = mayText({
      moment,
      now,
      body,
      phone,
      dueAt,
      textingHours,
      closures,
      hourlyLimit,
      block: block?.source ?? null,
      line,
      timezone: shop.timezone,
      accountSuspended: shop.suspended,
      featureOff: needs !== undefined && !shop.features[needs],
      sentLastHour: count,
    });
    const limitEndsAt = count >= hourlyLimit && oldest !== null ? later(oldest, HOUR_MS) : null;
    return { decision, line, block, settings, limitEndsAt };
  }
}

function wantedLines(lines: readonly PhoneNumber[], { requestedLine = null, from = null, lastLine = null }: AskedText) {
  const idOf = (number: string | null): PhoneNumberId | null => lines.find((line) => line.number === number)?.id ?? null;
  // A line that the shop has given up since then stays the one that was asked for.
  return { requested: from === null ? requestedLine : (idOf(from) ?? NOBODY), lastWrittenTo: idOf(lastLine) };
}
