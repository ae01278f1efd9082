import type { ShopSettings } from '../access/shop.js';
import { changed, type Decision } from '../shared/events.js';
import { instantOf, type Instant } from '../shared/instant.js';
import { beginningOf, dayAt } from '../shared/time-zone.js';

/** The parts of records that a shop may keep for some months only. */
export const KEPT_PARTS = ['recordings', 'transcripts', 'messages', 'scheduled_messages'] as const;
export type KeptPart = (typeof KEPT_PARTS)[number];

/** The kinds of records that lose them. */
export const EMPTIED_KINDS = ['calls', 'messages', 'scheduled_messages'] as const;

const KINDS: Readonly<Record<KeptPart, (typeof EMPTIED_KINDS)[number]>> = {
  recordings: 'calls',
  transcripts: 'calls',
  messages: 'messages',
  scheduled_messages: 'scheduled_messages',
};

/** For how many months a shop keeps each part; null: for good. */
export function monthsOf(settings: ShopSettings): Readonly<Record<KeptPart, number | null>> {
  return {
    recordings: settings.keepRecordingsMonths,
    transcripts: settings.keepTranscriptsMonths,
    messages: settings.keepMessagesMonths,
    scheduled_messages: settings.keepMessagesMonths,
  };
}

/**
 * The beginning of the first day, on the shop's clocks, of which everything is still kept. What is of a day is kept until the same day
 * of a later month is over; if that month has no such day, until its last day is over.
 */
export function keptSince(now: Instant, timezone: string, months: number): Instant {
  const [year = 0, month = 0, day = 0] = dayAt(now, timezone).date.split('-').map(Number);
  const sameDay = Date.UTC(year, month - 1 - months, day);
  const nextMonth = Date.UTC(year, month - months, 1);
  return beginningOf(instantOf(Math.min(sameDay, nextMonth)), timezone);
}

/** Records of one kind that have lost a part, because the shop keeps it for some months only. */
export interface EmptiedRecords {
  readonly part: KeptPart;
  readonly ids: readonly string[];
  /** what is of this time or later has stayed */
  readonly keptSince: Instant;
}

export function kindOf({ part }: Pick<EmptiedRecords, 'part'>): (typeof EMPTIED_KINDS)[number] {
  return KINDS[part];
}

export function tellEmptied(records: EmptiedRecords, now: Instant): Decision<EmptiedRecords, 'records.emptied'> {
  return changed(records, now, [{ type: 'records.emptied' }]);
}
