import {
  IMPORTED_ENTRY,
  requireTold,
  TIMELINE_KINDS,
  type EntryOfLead,
  type TimelineKind,
} from '../../../domain/leads/lead-timeline.js';
import {
  IMPORTED_LEAD,
  LEAD_STATUSES,
  requireLeadMove,
  splitName,
  type Lead,
  type LeadStatus,
} from '../../../domain/leads/lead.js';
import type { Metadata } from '../../../domain/shared/annotated.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import type { LeadId, StaffUserId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { MetadataColumn } from '../../kernel/fields/annotation-fields.js';
import { Extendable } from '../../kernel/fields/extra-fields.js';
import { DateTime, Email, Name, OneOf, Phone, Text, Uuid } from '../../kernel/fields/fields.js';
import { announcedAs } from '../../transfer/announced.js';
import { importKind, type AlsoWritten, type RowContext } from '../../transfer/import-kind.js';
import { cell, ExternalId, ImportRow, Rows } from '../../transfer/import-row.js';
import { STAFF } from '../staff/staff.js';
import { leadEvents, leadTimelineEvents } from './lead.view.js';
import { LEAD_TIMELINE, leadRecord, LEADS } from './leads.js';

const OF_A_CHANGE = { ...cell, description: 'Required for `status_changed`. Empty for a note.' };

class LeadTimelineRow extends ImportRow {
  @ExternalId({ description: 'The lead’s external id. A new entry needs this or `lead_id`.' }) lead_external_id?: string | null;
  @Uuid({ ...cell, description: 'The lead’s `id` in this service.' }) lead_id?: LeadId | null;
  @OneOf(TIMELINE_KINDS, { ...cell, description: 'Required for a new entry.' }) kind?: TimelineKind | null;
  @Text({ max: 2000, lines: true, ...cell, description: 'Required for a note. Empty for a change of status.' }) body?:
    string | null;
  @OneOf(LEAD_STATUSES, OF_A_CHANGE) from?: LeadStatus | null;
  @OneOf(LEAD_STATUSES, OF_A_CHANGE) to?: LeadStatus | null;
}

export const leadTimelineKind = importKind<LeadTimelineRow, EntryOfLead>({
  name: 'lead-timeline',
  record: LEAD_TIMELINE,
  row: LeadTimelineRow,
  resolve: {
    references: [{ column: 'lead_id', external: 'lead_external_id', to: LEADS, required: true }],
    required: ['kind'],
  },
  examples: [
    {
      external_id: 'E-1001',
      lead_external_id: 'L-1001',
      kind: 'note',
      body: 'Prefers a call after five.',
      created_at: '2024-05-18T14:00:00Z',
    },
    {
      external_id: 'E-1002',
      lead_external_id: 'L-1001',
      kind: 'status_changed',
      from: 'new',
      to: 'contacted',
      created_at: '2024-05-18T14:05:00Z',
    },
  ],
  defaults: { leadId: null, kind: null },
  write: (next, _before, _row, { restore }) => {
    if (!restore) requireTold(next);
    return next;
  },
  announce: announcedAs(leadTimelineEvents, IMPORTED_ENTRY),
});

@Extendable(leadRecord, 'change')
class LeadRow extends ImportRow {
  @Name({
    max: 200,
    ...cell,
    description: 'A new lead needs a name or a company. Split at the first white space.',
  })
  name?: string | null;
  @Name({ max: 200, ...cell, description: 'Shown if the lead has no name.' }) company_name?: string | null;
  @Email({ max: 200, ...cell }) email?: EmailAddress | null;
  @Phone({ max: 40, ...cell, description: 'Normalised to E.164.' }) phone?: E164 | null;
  @Text({ max: 120, ...cell }) source?: string | null;
  @OneOf(LEAD_STATUSES, { ...cell, description: 'Default: `new`.' }) status?: LeadStatus | null;
  @ExternalId({ description: 'The external id of the staff member who owns the lead.' }) assigned_to_external_id?: string | null;
  @Uuid({ ...cell, description: 'The `user_id` of an active staff member.' }) assigned_to?: StaffUserId | null;
  @DateTime({ ...cell, description: 'A new lead gets the present time if this column is missing.' })
  next_followup_at?: Instant | null;
  @Text({ max: 2000, lines: true, ...cell, description: 'The first note of a new lead’s timeline. Ignored if the lead exists.' })
  notes?: string | null;
  @MetadataColumn() metadata?: Metadata | null;
  @Rows({
    kind: () => leadTimelineKind,
    reference: 'lead_id',
    max: 10_000,
    description: 'Only in NDJSON. In CSV, timelines are a separate file.',
  })
  timeline?: readonly object[];
}

export const leadKind = importKind<LeadRow, Lead>({
  name: 'leads',
  record: LEADS,
  row: LeadRow,
  resolve: {
    references: [{ column: 'assigned_to', external: 'assigned_to_external_id', to: STAFF, key: 'userId', facts: ['active'] }],
  },
  examples: [
    {
      external_id: 'L-1001',
      metadata: { plan: 'gold' },
      name: 'Robin Okafor',
      email: 'robin@example.com',
      phone: '613 555 0119',
      source: 'fair',
      status: 'contacted',
      next_followup_at: '2026-04-01T09:00:00Z',
      notes: 'Asked for a ceramic coating.',
      created_at: '2024-05-17T09:30:00Z',
    },
    { external_id: 'L-1002', company_name: 'Harbour Couriers', phone: '+1 613 555 0177', status: 'new' },
  ],
  defaults: { firstName: null, lastName: null, status: 'new', followupToAnnounce: null, metadata: {} },
  write: (given, before, row, { isNew, restore, found, now }) => {
    const names = row.name === undefined ? {} : splitName(row.name ?? '');
    const followup = isNew && row.next_followup_at === undefined ? { nextFollowupAt: now } : {};
    const written: Lead = { ...given, ...names, ...followup };
    if (!isNew && !restore) requireLeadMove(before.status, written.status);
    // A time that a file brings is announced by nobody, and the time that it replaces is no longer due.
    const next = written.nextFollowupAt === before.nextFollowupAt ? written : { ...written, followupToAnnounce: null };
    if (!isNamed(next) && (isNew || isNamed(before)) && !restore) throw new ValidationError('name', 'name is required');
    // A lead may keep an owner who has left the shop. Only a new owner must be active.
    if (!restore && next.assignedTo !== before.assignedTo && found['assigned_to']?.['active'] === false) {
      throw new ValidationError('assigned_to', 'is not an active staff user of this shop');
    }
    return next;
  },
  alsoWrites: noteOf,
  shown: {
    name: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' ') || null,
    notes: null,
  },
  announce: announcedAs(leadEvents, IMPORTED_LEAD),
});

function isNamed({ firstName, lastName, companyName }: Lead): boolean {
  return (firstName ?? lastName ?? companyName) !== null;
}

function noteOf({ id: leadId, createdAt }: Lead, { notes: body }: LeadRow, { isNew, newId }: RowContext): readonly AlsoWritten[] {
  if (!isNew || !body) return [];
  const note: EntryOfLead = { id: newId(), leadId, kind: 'note', body, from: null, to: null, createdAt };
  return [{ type: LEAD_TIMELINE, record: note }];
}
