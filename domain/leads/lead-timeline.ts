import { ValidationError } from '../shared/errors.js';
import type { LeadTimelineEntryId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { LeadStatus } from './lead-status.js';

export const TIMELINE_KINDS = ['note', 'status_changed'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** `body` of a note; `from` and `to` of a status change; null where they don't apply. */
export interface LeadTimelineEntry {
  readonly id: LeadTimelineEntryId;
  readonly kind: TimelineKind;
  readonly body: string | null;
  readonly from: LeadStatus | null;
  readonly to: LeadStatus | null;
  readonly createdAt: Instant;
}

const FACTS = ['body', 'from', 'to'] as const;
const TOLD: Readonly<Record<TimelineKind, readonly (typeof FACTS)[number][]>> = { note: ['body'], status_changed: ['from', 'to'] };

/** @throws ValidationError naming what an entry of its kind lacks, or cannot have */
export function requireTold(entry: Pick<LeadTimelineEntry, 'kind' | (typeof FACTS)[number]>): void {
  for (const fact of FACTS) {
    const isTold = TOLD[entry.kind].includes(fact);
    if (isTold && entry[fact] === null) throw new ValidationError(fact, `${fact} is required`);
    if (!isTold && entry[fact] !== null) throw new ValidationError(fact, `an entry of the kind ${entry.kind} has none`);
  }
}
