import { ValidationError } from '../shared/errors.js';
import type { LeadId, LeadTimelineEntryId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { LeadStatus } from './lead.js';

export const TIMELINE_KINDS = ['note', 'status_changed'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** An entry of a lead's timeline. In a note `from` and `to` are null; in a status change `body` is null. */
export interface LeadTimelineEntry {
  readonly id: LeadTimelineEntryId;
  readonly kind: TimelineKind;
  readonly body: string | null;
  readonly from: LeadStatus | null;
  readonly to: LeadStatus | null;
  readonly createdAt: Instant;
}

/** An entry that says whose timeline it is in. The entries of one lead need not. */
export interface EntryOfLead extends LeadTimelineEntry {
  readonly leadId: LeadId;
}

const FACTS = ['body', 'from', 'to'] as const;
const TOLD: Readonly<Record<TimelineKind, readonly (typeof FACTS)[number][]>> = {
  note: ['body'],
  status_changed: ['from', 'to'],
};

/** @throws ValidationError when an entry lacks a field that its kind needs, or has one that its kind cannot have */
export function requireTold(entry: Pick<LeadTimelineEntry, 'kind' | (typeof FACTS)[number]>): void {
  for (const fact of FACTS) {
    const isTold = TOLD[entry.kind].includes(fact);
    if (isTold && entry[fact] === null) throw new ValidationError(fact, `${fact} is required`);
    if (!isTold && entry[fact] !== null) throw new ValidationError(fact, `must be empty in an entry of the kind ${entry.kind}`);
  }
}

export const IMPORTED_ENTRY = { made: { type: 'lead_timeline.created' }, edited: { type: 'lead_timeline.updated' } } as const;
