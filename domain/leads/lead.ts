import { actorDetails, type Actor } from '../access/actor.js';
import type { EmailAddress } from '../shared/contact.js';
import { changed, unchanged, type Decision, type DomainEvent } from '../shared/events.js';
import type { LeadId, StaffUserId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { E164 } from '../shared/phone.js';
import { requireLeadMove, type LeadStatus } from './lead-status.js';

export interface Lead {
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
export interface LeadChange {
  readonly status?: LeadStatus;
  readonly assignedTo?: StaffUserId | null;
  readonly nextFollowupAt?: Instant | null;
}

type LeadChangeKind = 'lead.status_changed' | 'lead.updated';

export type NewLead = Pick<Lead, 'id' | 'email' | 'phone' | 'source'> & { readonly name: string };

/** Makes a new lead. It has the status `new` and is due for a follow-up at once. */
export function openLead({ name, ...given }: NewLead, now: Instant): Decision<Lead, 'lead.created'> {
  const lead: Lead = {
    ...given,
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

/** @throws MoveRefused when a lead of its status cannot get the given one */
export function changeLead(lead: Lead, change: LeadChange, by: Actor, now: Instant): Decision<Lead, LeadChangeKind> {
  const given: Lead = { ...lead, ...change };
  const rescheduled = given.nextFollowupAt !== lead.nextFollowupAt;
  const next = rescheduled ? { ...given, followupToAnnounce: given.nextFollowupAt } : given;
  const moved = next.status !== lead.status;
  const fields = Object.keys(change) as (keyof LeadChange)[]; // safe: a change has no other properties
  const updated = fields.some((field) => field !== 'status' && change[field] !== lead[field]);
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
