import { actorDetails, type Actor } from '../access/api-key.js';
import { annotatedBy, withMerged, type Annotated, type AnnotationChange } from '../shared/annotated.js';
import type { EmailAddress } from '../shared/contact.js';
import type { Changing } from '../shared/changing.js';
import { changed, unchanged, type Decision, type DomainEvent } from '../shared/events.js';
import type { LeadId, StaffUserId } from '../shared/id.js';
import { later, type Instant } from '../shared/instant.js';
import type { E164 } from '../shared/phone.js';
import { anyToAny, canMove, MoveRefused } from '../shared/transitions.js';

export const LEAD_STATUSES = ['new', 'contacted', 'qualified', 'quoted', 'won', 'lost', 'cold'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

/**
 * The moves between statuses. A lead may move from any status to any other: even a lost lead may call again. Without one of them,
 * `leads.update` answers 409, which its `errors` must then name.
 */
export const LEAD_MOVES = anyToAny(LEAD_STATUSES);

/** A lead that stays as it is does not move. @throws MoveRefused when the table forbids the move */
export function requireLeadMove(from: LeadStatus, to: LeadStatus): void {
  if (from !== to && !canMove(LEAD_MOVES, from, to)) throw new MoveRefused('status', `a lead cannot move from ${from} to ${to}`);
}

export interface Lead extends Changing, Annotated {
  readonly id: LeadId;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly companyName: string | null;
  readonly email: EmailAddress | null;
  readonly phone: E164 | null;
  readonly source: string | null;
  readonly status: LeadStatus;
  readonly assignedTo: StaffUserId | null;
  readonly nextFollowupAt: Instant | null;
  /** the next follow-up, if somebody has set it and its time was not announced yet; null for the time that a lead is born with */
  readonly followupToAnnounce: Instant | null;
  readonly createdAt: Instant;
}

/** The new values of a lead. An absent field is not changed. A field that is null is cleared. */
export interface LeadChange extends AnnotationChange {
  readonly name?: string;
  readonly email?: EmailAddress | null;
  readonly phone?: E164 | null;
  readonly source?: string | null;
  readonly status?: LeadStatus;
  readonly assignedTo?: StaffUserId | null;
  readonly nextFollowupAt?: Instant | null;
}

type LeadChangeKind = 'lead.status_changed' | 'lead.updated';

export type NewLead = Pick<Lead, 'id' | 'email' | 'phone' | 'source'> & AnnotationChange & { readonly name: string };

/** Makes a new lead. It has the status `new` and is due for a follow-up at once. */
export function openLead({ name, ...given }: NewLead, now: Instant): Decision<Lead, 'lead.created'> {
  const lead: Lead = {
    ...given,
    ...annotatedBy(given),
    ...splitName(name),
    companyName: null,
    status: 'new',
    assignedTo: null,
    nextFollowupAt: now,
    followupToAnnounce: null,
    createdAt: now,
  };
  return changed(lead, now, [{ type: 'lead.created' }]);
}

/** @throws MoveRefused when a lead of its status cannot get the given one; ValidationError when it would have too much metadata */
export function changeLead(lead: Lead, { name, ...given }: LeadChange, by: Actor, now: Instant): Decision<Lead, LeadChangeKind> {
  const change = withMerged(lead, given);
  // The name that is shown may be that of the company, or stand for none. Whoever writes back what was read renames nobody.
  const renamed = name !== undefined && name !== leadName(lead);
  const wanted: Lead = { ...lead, ...change, ...(renamed && splitName(name)) };
  const rescheduled = wanted.nextFollowupAt !== lead.nextFollowupAt;
  const next = rescheduled ? { ...wanted, followupToAnnounce: wanted.nextFollowupAt } : wanted;
  const moved = next.status !== lead.status;
  const fields = Object.keys(change) as (keyof typeof change)[]; // safe: a change has no other properties
  const updated = renamed || fields.some((field) => field !== 'status' && change[field] !== lead[field]);
  if (!moved && !updated) return unchanged(lead);
  requireLeadMove(lead.status, next.status);
  const events: DomainEvent<LeadChangeKind>[] = [];
  if (moved) {
    events.push({ type: 'lead.status_changed', details: { from: lead.status, to: next.status, by: actorDetails(by) } });
  }
  if (updated) events.push({ type: 'lead.updated' });
  return changed(next, now, events);
}

/**
 * The name that the API shows: first and last name, or the company's name, or the specification's text for a lead without a name.
 */
export function leadName(lead: Pick<Lead, 'firstName' | 'lastName' | 'companyName'>): string {
  const { firstName, lastName } = lead;
  if (firstName && lastName) return `${firstName} ${lastName}`;
  return firstName || lastName || lead.companyName || 'Unnamed lead';
}

/** Splits a name at the first run of white space. A one-word name has no last name. */
export function splitName(name: string): Pick<Lead, 'firstName' | 'lastName'> {
  const [, first = '', last = ''] = /^(\S*)\s*(.*)$/su.exec(name.trim()) ?? [];
  return { firstName: first || null, lastName: last || null };
}

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

export const IMPORTED_LEAD = { made: { type: 'lead.created' }, edited: { type: 'lead.updated' } } as const;
