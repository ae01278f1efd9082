import { Conflict, Duplicate, NotFound } from '../shared/errors.js';
import { changed, type Decision } from '../shared/events.js';
import type { PhoneNumberId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { E164 } from '../shared/phone.js';

export const PHONE_NUMBER_STATUSES = ['active', 'porting', 'released', 'abandoned'] as const;
export type PhoneNumberStatus = (typeof PHONE_NUMBER_STATUSES)[number];

/** The statuses of a live line: the shop has it or is about to get it. */
export const LIVE_STATUSES = ['active', 'porting'] as const satisfies readonly PhoneNumberStatus[];

/** A phone line of the shop. */
export interface PhoneNumber {
  readonly id: PhoneNumberId;
  readonly number: E164;
  readonly label: string | null;
  /** the line that customers see and that automations use by default */
  readonly isPrimary: boolean;
  /** true: the line can send messages */
  readonly isSending: boolean;
  readonly sms: boolean;
  readonly voice: boolean;
  readonly status: PhoneNumberStatus;
  readonly createdAt: Instant;
}

/** The changes to a shop's phone lines. */
export interface LinesDecision {
  /** the lines that are new or have changed */
  readonly changed: readonly PhoneNumber[];
}

export interface AddedLine extends LinesDecision {
  readonly added: PhoneNumber;
  /** the former primary line, when the new line takes its place */
  readonly relieved: PhoneNumber | null;
}

export interface ReleasedLine extends LinesDecision {
  readonly released: PhoneNumber;
  /** the new primary line, when the released one was primary */
  readonly heir: PhoneNumber | null;
  /** true when the shop has no live line left, and so no primary line */
  readonly wasLast: boolean;
}

/**
 * Adds a phone line. If the shop has no primary line, the new line becomes primary.
 * @param live the shop's live lines
 * @throws Duplicate when one of the live lines has the same number
 */
export function addLine(live: readonly PhoneNumber[], line: PhoneNumber): AddedLine {
  const same = live.find(({ number }) => number === line.number);
  if (same) throw new Duplicate(`${line.number} is already a line of this shop`, same.id, '/phone-numbers');
  const primary = live.find(({ isPrimary }) => isPrimary);
  const added = { ...line, isPrimary: line.isPrimary || !primary };
  const relieved = primary && added.isPrimary ? { ...primary, isPrimary: false } : null;
  return { added, relieved, changed: relieved ? [relieved, added] : [added] };
}

/**
 * Releases a phone line. If the line was primary, the oldest line that can send becomes primary. If no line can send, the oldest
 * line becomes primary.
 * @param live the shop's live lines, oldest first
 * @throws NotFound when none of the live lines is the one that `isIt` accepts
 */
export function releaseLine(live: readonly PhoneNumber[], isIt: (line: PhoneNumber) => boolean): ReleasedLine {
  const line = live.find(isIt);
  if (!line) throw new NotFound('live phone number');
  const released: PhoneNumber = { ...line, isPrimary: false, status: 'released' };
  const rest = live.filter((other) => other !== line);
  const next = line.isPrimary ? (rest.find(({ isSending }) => isSending) ?? rest[0]) : undefined;
  const heir = next ? { ...next, isPrimary: true } : null;
  return { released, heir, wasLast: rest.length === 0, changed: heir ? [released, heir] : [released] };
}

/** The new values of a phone line. An absent value is not changed. */
export interface LineChange {
  readonly label?: string | null;
  /** true: the line becomes primary instead of the present one */
  readonly isPrimary?: boolean;
  readonly isSending?: boolean;
}

export interface ChangedLine extends LinesDecision {
  readonly line: PhoneNumber;
}

/**
 * Changes a phone line.
 * @param live the shop's live lines
 * @throws NotFound when none of the live lines has this id
 * @throws Conflict when the shop would have no primary line left
 */
export function changeLine(live: readonly PhoneNumber[], id: PhoneNumberId, change: LineChange): ChangedLine {
  const before = live.find((line) => line.id === id);
  if (!before) throw new NotFound('live phone number');
  const line = { ...before, ...change };
  if (before.isPrimary && !line.isPrimary) throw new Conflict('the shop needs a primary line: make another line primary instead');
  const primary = line.isPrimary ? live.find((other) => other.isPrimary && other.id !== id) : undefined;
  const relieved = primary ? [{ ...primary, isPrimary: false }] : [];
  const isSame = (Object.keys(change) as (keyof LineChange)[]).every((name) => before[name] === line[name]);
  return { line, changed: isSame ? [] : [...relieved, line] };
}

/** Tells of a line that was added or changed. */
export function tellLine(line: PhoneNumber, now: Instant): Decision<PhoneNumber, 'phone_number.updated'> {
  return changed(line, now, [{ type: 'phone_number.updated' }]);
}
