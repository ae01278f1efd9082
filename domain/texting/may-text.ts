import type { WeeklyHours } from '../access/shop.js';
import { later, type Instant } from '../shared/instant.js';
import type { E164 } from '../shared/phone.js';
import { codePoints } from '../shared/text.js';
import { writtenLocally } from '../shared/time-zone.js';
import type { LineChoice, LineProblem, Sender } from './choose-line.js';
import { isTextingTime, nextTextingTime, SEARCH_DAYS } from './texting-hours.js';

/** What a reason is about: the text's body, the recipient's number, every text to the contact now, or only this text. */
type About = 'body' | 'number' | 'contact' | 'text';

/**
 * The reasons why a text may not be sent now, in the order in which they are listed, each with what it is about. Those about the
 * body or the number are mistakes of the caller (422). `hourly_limit` is 429; the others are 409.
 */
export const REASON_IS_ABOUT = {
  empty_body: 'body',
  body_too_long: 'body',
  opted_out: 'contact',
  quiet_hours: 'contact',
  no_sender: 'contact',
  no_phone: 'number',
  account_suspended: 'contact',
  feature_off: 'text',
  too_late: 'text',
  hourly_limit: 'contact',
} as const satisfies Readonly<Record<string, About>>;
export type TextingReason = keyof typeof REASON_IS_ABOUT;

export const TEXTING_REASONS = Object.keys(REASON_IS_ABOUT) as readonly TextingReason[]; // safe: the keys of a literal

export function reasonsAbout(...topics: readonly About[]): readonly TextingReason[] {
  return TEXTING_REASONS.filter((reason) => topics.includes(REASON_IS_ABOUT[reason]));
}

/** The rules that can end an accepted text before it is handed over. Each is a value of the message's `error`. */
export const RULES_AT_HAND_OVER = reasonsAbout('contact', 'text');

export const BLOCK_SOURCES = ['stop', 'staff', 'provider', 'import'] as const;
/** The source of a block: the contact's own STOP, the shop's staff, the provider's list of opt-outs, or an import. */
export type BlockSource = (typeof BLOCK_SOURCES)[number];

/** The most characters of a text, counted in code points after trimming. */
export const LONGEST_TEXT = 1600;

/** A text that is handed over later than this after it was due is not sent: a stale text is worse than none. */
const LATEST_MINUTES = 60;
export const LATEST_MS = LATEST_MINUTES * 60_000;

/** Everything that decides whether a text may be sent. */
export interface TextToSend {
  /** A text is judged when it is accepted and again when it is handed over to the provider. Only the latter can be too late. */
  readonly moment: 'acceptance' | 'hand-over';
  readonly now: Instant;
  /** the text itself, without links and with its reply pointer; null when only the contact is asked about */
  readonly body: string | null;
  /** the source of the block on the contact's number; null when there is none */
  readonly block: BlockSource | null;
  /** the contact's number */
  readonly phone: E164 | null;
  readonly line: LineChoice;
  readonly textingHours: WeeklyHours;
  readonly closures: readonly string[];
  readonly timezone: string;
  readonly accountSuspended: boolean;
  /** true: the text needs a feature that is switched off */
  readonly featureOff: boolean;
  /** the time at which the text was to be sent; null when it is to be sent at once */
  readonly dueAt: Instant | null;
  /** the texts that the shop has sent in the last 60 minutes */
  readonly sentLastHour: number;
  readonly hourlyLimit: number;
}

/** A refusal has all of its reasons, in the order of `TEXTING_REASONS`. */
export type TextingDecision =
  | { readonly allowed: true; readonly sender: Sender; readonly reasons: readonly []; readonly nextPermittedAt: null }
  | {
      readonly allowed: false;
      readonly reasons: readonly TextingReason[];
      /** the next minute within the texting hours; null unless it is outside of them now, and when there is none */
      readonly nextPermittedAt: Instant | null;
      /** names every reason in words for people */
      readonly sentence: string;
      /** each reason in words for people; null for what is no reason */
      readonly problems: Readonly<Record<TextingReason, string | null>>;
    };

/** Decides whether a text may be sent now. Answers to keywords are not judged: they are sent to blocked numbers and at night. */
export function mayText(text: TextToSend): TextingDecision {
  const { textingHours, closures, timezone, now, line } = text;
  const quiet = !isTextingTime(textingHours, closures, timezone, now);
  const nextPermittedAt = quiet ? nextTextingTime(textingHours, closures, timezone, now) : null;
  const problems: Readonly<Record<TextingReason, string | null>> = {
    ...problemsOfBody(text.body),
    opted_out: text.block && BLOCKED[text.block],
    quiet_hours: quiet ? quietUntil(nextPermittedAt, timezone) : null,
    no_sender: line.problem && SENDERLESS[line.problem],
    no_phone: text.phone === null ? 'there is no phone number on file' : null,
    account_suspended: text.accountSuspended ? 'the account of the shop is suspended' : null,
    feature_off: text.featureOff ? 'the feature behind this text is switched off for the shop' : null,
    too_late: isTooLate(text) ? `the text was due more than ${LATEST_MINUTES} minutes ago` : null,
    hourly_limit: text.sentLastHour >= text.hourlyLimit ? limitReached(text) : null,
  };
  const reasons = TEXTING_REASONS.filter((reason) => problems[reason] !== null);
  if (reasons.length === 0 && line.sender) return { allowed: true, sender: line.sender, reasons: [], nextPermittedAt: null };
  const sentence = reasons.map((reason) => problems[reason]).join('; ');
  return { allowed: false, reasons, nextPermittedAt, sentence, problems };
}

/** The sentence for people about a block. */
export const BLOCKED: Readonly<Record<BlockSource, string>> = {
  stop: 'the contact has opted out of texts with STOP',
  staff: 'the staff of the shop has blocked texts to this number',
  provider: 'the text provider has this number on its list of opt-outs',
  import: 'this number was imported as opted out of texts',
};

const SENDERLESS: Readonly<Record<LineProblem, string>> = {
  unknown_line: 'the line asked for is not a live line of this shop; leave it out, and the usual line is taken',
  silent_line: 'the line asked for cannot send texts',
  no_line: 'no line of the shop can send texts',
};

function problemsOfBody(body: string | null): Readonly<Record<'empty_body' | 'body_too_long', string | null>> {
  const length = body === null ? null : codePoints(body.trim());
  return {
    empty_body: length === 0 ? 'the text is empty' : null,
    body_too_long: length !== null && length > LONGEST_TEXT ? `the text is longer than ${LONGEST_TEXT} characters` : null,
  };
}

function quietUntil(next: Instant | null, timezone: string): string {
  const then = next ? `the next permitted minute is ${writtenLocally(next, timezone)} (${timezone})` : null;
  return `it is outside the shop's texting hours; ${then ?? `the next ${SEARCH_DAYS} days have none`}`;
}

export function isTooLate({ moment, dueAt, now }: Pick<TextToSend, 'moment' | 'dueAt' | 'now'>): boolean {
  return moment === 'hand-over' && dueAt !== null && now > later(dueAt, LATEST_MS);
}

function limitReached({ hourlyLimit }: TextToSend): string {
  return `the shop has reached its limit of ${hourlyLimit} texts within 60 minutes`;
}
