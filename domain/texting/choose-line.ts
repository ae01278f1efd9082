import { LIVE_STATUSES, type PhoneNumber } from '../phone-numbers/phone-number.js';
import type { PhoneNumberId } from '../shared/id.js';

/** A text is sent through a line of the shop, or through a messaging service of the provider, which chooses the line itself. */
export type Sender =
  { readonly kind: 'line'; readonly line: PhoneNumber } | { readonly kind: 'messaging_service'; readonly service: string };

/**
 * Why there is no sender. `unknown_line`: the line asked for is not a live line of the shop (422). `silent_line`: the line asked
 * for cannot send texts (409). `no_line`: no line of the shop can (409).
 */
export type LineProblem = 'unknown_line' | 'silent_line' | 'no_line';

export type LineChoice =
  { readonly sender: Sender; readonly problem: null } | { readonly sender: null; readonly problem: LineProblem };

/** The lines among which a sender is chosen. */
export interface Lines {
  /** the shop's lines, in any order; released ones count as unknown */
  readonly lines: readonly PhoneNumber[];
  /** the line that the caller asked for */
  readonly requested: PhoneNumberId | null;
  /** the line that the contact wrote to last */
  readonly lastWrittenTo: PhoneNumberId | null;
  /** the provider's id of the shop's messaging service */
  readonly messagingService: string | null;
}

/**
 * Chooses the sender of a text: the line asked for, and no other if one is asked for; else the line that the contact wrote to
 * last; else the messaging service; else the primary line; else the oldest line. Each line must be able to send texts.
 */
export function chooseLine({ lines, requested, lastWrittenTo, messagingService }: Lines): LineChoice {
  const live = lines.filter(({ status }) => LIVE_STATUSES.some((one) => one === status));
  if (requested !== null) {
    const line = live.find(({ id }) => id === requested);
    if (!line) return { sender: null, problem: 'unknown_line' };
    return canText(line) ? through(line) : { sender: null, problem: 'silent_line' };
  }
  const able = live.filter(canText).sort(oldestFirst);
  const last = able.find(({ id }) => id === lastWrittenTo);
  if (last) return through(last);
  if (messagingService !== null) return { sender: { kind: 'messaging_service', service: messagingService }, problem: null };
  const line = able.find(({ isPrimary }) => isPrimary) ?? able[0];
  return line ? through(line) : { sender: null, problem: 'no_line' };
}

/** A line that sends voice only is no sender of texts. */
function canText({ isSending, sms }: PhoneNumber): boolean {
  return isSending && sms;
}

function through(line: PhoneNumber): LineChoice {
  return { sender: { kind: 'line', line }, problem: null };
}

/** Lines of the same time go by id, so that the choice does not depend on the order in which they were read. */
function oldestFirst(one: PhoneNumber, other: PhoneNumber): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
