import type { Feature, Shop, ShopSettings } from '../../../domain/access/shop.js';
import type { PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import { Conflict, RateLimited, ValidationError, type ShopError } from '../../../domain/shared/errors.js';
import { NOBODY, type PhoneNumberId, type ShopId } from '../../../domain/shared/id.js';
import { HOUR_MS, later, millisOf, type Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { chooseLine, type LineChoice } from '../../../domain/texting/choose-line.js';
import { mayText, REASON_IS_ABOUT, type TextingDecision, type TextToSend } from '../../../domain/texting/may-text.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import type { Clock } from '../../kernel/ports/ports.js';
import type { Outgoing } from '../outgoing/outgoing.js';
import type { HourlyRoom } from './messages.js';

export interface TextingQuestion {
  /** the contact's number; null: none is on file */
  readonly number: E164 | null;
  /** texts that were accepted before this time do not count */
  readonly since: Instant;
  /** true: only texts that the service has begun to hand over count */
  readonly taken: boolean;
}

/** The facts that the rules of texting need. */
export interface FactsOfShop {
  readonly settings: ShopSettings;
  /** the live lines, in the order of `PhoneNumbers.list` */
  readonly lines: readonly PhoneNumber[];
  /** the block on the contact's number; null: it is not blocked */
  readonly block: OptOut | null;
  /**
   * The number of texts that the service accepted, without answers to keywords and those that a rule held back. Only as many as
   * the hourly limit count.
   */
  readonly count: number;
  /** the time of the oldest of these texts; null: there are none */
  readonly oldest: Instant | null;
  /** how many texts the shop has ever begun to hand over */
  readonly taken: number;
}

/** Reads all that the rules of texting go by from one snapshot. */
export abstract class TextingFacts {
  abstract find(shop: ShopId, question: TextingQuestion): Promise<FactsOfShop>;
}

/** The field by which the caller named the recipient. */
type RecipientField = 'customer_id' | 'conversation';

/** Thrown when quiet hours alone forbid a text: it can be scheduled instead. */
export class OutsideTextingHours extends Conflict {}

/**
 * The refusal of a text at its acceptance. A mistake of the caller (422) is named before a rule that forbids the text (409), and
 * the hourly limit (429) comes last.
 */
export function refusalOfText({ decision, line, limitEndsAt }: Judgement, recipient: RecipientField, now: Instant): ShopError {
  if (decision.allowed) throw new Error('a text that is allowed has no refusal');
  const { reasons, sentence } = decision;
  for (const reason of reasons) {
    const about = REASON_IS_ABOUT[reason];
    if (about === 'body' || about === 'number')
      return new ValidationError(about === 'body' ? 'body' : recipient, decision.problems[reason] ?? sentence);
  }
  if (line.problem === 'unknown_line') return new ValidationError('phone_number_id', decision.problems.no_sender ?? sentence);
  if (reasons.every((reason) => reason === 'hourly_limit') && limitEndsAt !== null)
    return new RateLimited(sentence, Math.max(1, Math.ceil((millisOf(limitEndsAt) - millisOf(now)) / 1000)));
  // Another time is the only thing that a caller can change about quiet hours.
  const onlyQuiet = reasons.every((reason) => reason === 'quiet_hours') && decision.nextPermittedAt !== null;
  return onlyQuiet ? new OutsideTextingHours(`${sentence}; schedule the text for then instead`) : new Conflict(sentence);
}

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
  readonly room: HourlyRoom;
}

/** Collects what `mayText` decides by: the block, the lines, the hours, the limit. It is the one way to judge a text. */
export class TextingRules {
  constructor(
    private readonly facts: TextingFacts,
    private readonly outgoing: Outgoing,
    private readonly clock: Clock,
  ) {}

  async judge(shop: Shop, asked: AskedText): Promise<Judgement> {
    const { moment, body, phone, dueAt = null, needs } = asked;
    const now = this.clock.now();
    const question = { number: phone, since: later(now, -HOUR_MS), taken: moment === 'hand-over' };
    const { settings, lines, block, count, oldest, taken } = await this.facts.find(shop.id, question);
    const { textingHours, closures, messagingService, textsPerHour: hourlyLimit } = settings;
    const line = chooseLine({ lines, messagingService, ...wantedLines(lines, asked) });
    const decision = mayText({
      moment,
      now,
      body,
      phone,
      dueAt: dueAt && (await this.outgoing.lateFrom('texts', shop.id, dueAt)),
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
    return { decision, line, block, settings, limitEndsAt, room: { taken, left: hourlyLimit - count } };
  }
}

function wantedLines(lines: readonly PhoneNumber[], { requestedLine = null, from = null, lastLine = null }: AskedText) {
  const idOf = (number: string | null): PhoneNumberId | null => lines.find((line) => line.number === number)?.id ?? null;
  // A line that the shop has given up since then stays the one that was asked for.
  return { requested: from === null ? requestedLine : (idOf(from) ?? NOBODY), lastWrittenTo: idOf(lastLine) };
}
