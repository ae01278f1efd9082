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
