import { Conflict, RateLimited, ValidationError, type ShopError } from '../../../domain/shared/errors.js';
import { millisOf, type Instant } from '../../../domain/shared/instant.js';
import type { TextingReason } from '../../../domain/texting/may-text.js';
import type { Judgement } from './texting-rules.js';

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
  const fields: Readonly<Partial<Record<TextingReason, string>>> = {
    empty_body: 'body',
    body_too_long: 'body',
    no_phone: recipient,
  };
  for (const reason of reasons) {
    const field = fields[reason];
    if (field !== undefined) return new ValidationError(field, decision.problems[reason] ?? sentence);
  }
  if (line.problem === 'unknown_line') return new ValidationError('phone_number_id', decision.problems.no_sender ?? sentence);
  if (reasons.every((reason) => reason === 'hourly_limit') && limitEndsAt !== null)
    return new RateLimited(sentence, Math.max(1, Math.ceil((millisOf(limitEndsAt) - millisOf(now)) / 1000)));
  // Another time is the only thing that a caller can change about quiet hours.
  const onlyQuiet = reasons.every((reason) => reason === 'quiet_hours') && decision.nextPermittedAt !== null;
  return onlyQuiet ? new OutsideTextingHours(`${sentence}; schedule the text for then instead`) : new Conflict(sentence);
}
