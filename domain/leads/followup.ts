import { changed, unchanged, type Decision } from '../shared/events.js';
import { later, type Instant } from '../shared/instant.js';
import type { LeadStatus } from './lead-status.js';
import type { Lead } from './lead.js';

/** The service was down, or the time was set long past: a reminder that is this late helps nobody. */
const TOO_LATE_MS = 24 * 3_600_000;
/** Nobody follows up on a lead that was decided. */
const DECIDED: ReadonlySet<LeadStatus> = new Set(['won', 'lost']);

/** The time at which the follow-up of a lead is to be announced. Null: none is. */
export function followupDueAt({ status, followupToAnnounce }: Pick<Lead, 'status' | 'followupToAnnounce'>): Instant | null {
  return DECIDED.has(status) ? null : followupToAnnounce;
}

/** Announces a follow-up whose time has come, once. A time that is more than a day ago is passed over in silence. */
export function announceFollowup(lead: Lead, now: Instant): Decision<Lead, 'lead.followup_due'> {
  const due = followupDueAt(lead);
  if (due === null || due > now) return unchanged(lead);
  const next = { ...lead, followupToAnnounce: null };
  return changed(next, now, due < later(now, -TOO_LATE_MS) ? [] : [{ type: 'lead.followup_due' }]);
}
