import { Duplicate, NotFound } from '../shared/errors.js';
import type { PhoneNumber } from './phone-number.js';

/** What becomes of a shop's lines. */
export interface LinesDecision {
  /** the lines that are new or no longer as they were */
  readonly changed: readonly PhoneNumber[];
}

export interface AddedLine extends LinesDecision {
  readonly added: PhoneNumber;
  /** the line that was primary, where the new one is it instead */
  readonly relieved: PhoneNumber | null;
}

export interface ReleasedLine extends LinesDecision {
  readonly released: PhoneNumber;
  /** the line that is primary now, where the released one was it */
  readonly heir: PhoneNumber | null;
  /** no line is left, so none is primary */
  readonly wasLast: boolean;
}

/**
 * The first line of a shop is primary whether it is said or not.
 * @param live the shop's live lines
 * @throws Duplicate
 */
export function addLine(live: readonly PhoneNumber[], line: PhoneNumber): AddedLine {
  const same = live.find(({ number }) => number === line.number);
  if (same) throw new Duplicate(`${line.number} is a line of this shop already`, same.id, '/phone-numbers');
  const primary = live.find(({ isPrimary }) => isPrimary);
  const added = { ...line, isPrimary: line.isPrimary || !primary };
  const relieved = primary && added.isPrimary ? { ...primary, isPrimary: false } : null;
  return { added, relieved, changed: relieved ? [relieved, added] : [added] };
}

/**
 * A line that was primary is followed by the oldest that can send, else by the oldest.
 * @param live the shop's live lines, oldest first
 * @throws NotFound
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
