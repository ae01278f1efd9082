import type { LeadTimelineEntry } from '../../../domain/leads/lead-timeline.js';
import { followupDueAt, type Lead } from '../../../domain/leads/lead.js';
import { searchText } from '../../../domain/shared/search.js';
import { plainKind } from '../../storage/records/record-kind.js';
import {
  changeTime,
  erasureTime,
  facts,
  instant,
  integer,
  orNull,
  provenance,
  shopKey,
  table,
  text,
  uuid,
  uuidKey,
  type Erasable,
  type ProvenanceColumns,
  type Stored,
} from '../../storage/tables/table.js';

export const leadTable = table<
  Stored<Lead> & ProvenanceColumns & Erasable & { deletedAt: string | null; dueAt: string | null; searchText: string }
>(
  'leads',
  {
    shopId: shopKey,
    id: uuidKey(),
    firstName: orNull(text('first_name')),
    lastName: orNull(text('last_name')),
    companyName: orNull(text('company_name')),
    email: orNull(text()),
    phone: orNull(text()),
    source: orNull(text()),
    status: text(),
    assignedTo: orNull(uuid('assigned_to')),
    nextFollowupAt: orNull(instant('next_followup_at')),
    followupToAnnounce: orNull(instant('followup_to_announce')),
    dueAt: orNull(instant('due_at')),
    metadata: facts,
    createdAt: instant('created_at'),
    updatedAt: changeTime,
    erasedAt: erasureTime,
    deletedAt: orNull(instant('deleted_at')),
    searchText: { ...text('search_text'), default: '' },
    ...provenance,
    version: integer(),
  },
  ['externalId'],
);

export const leadTimelineTable = table<Omit<Stored<LeadTimelineEntry>, 'version'> & ProvenanceColumns & { leadId: string }>(
  'lead_timeline',
  {
    shopId: shopKey,
    id: uuidKey(),
    leadId: uuid('lead_id'),
    kind: text(),
    body: orNull(text()),
    from: orNull(text()),
    to: orNull(text()),
    createdAt: instant('created_at'),
    ...provenance,
  },
);

export const LEAD_KIND = plainKind<Lead>({
  table: leadTable,
  where: 't.deleted_at is null',
  returns: true,
  derived: {
    deletedAt: () => null,
    dueAt: followupDueAt,
    searchText: ({ firstName, lastName, companyName, email, phone }) =>
      searchText([firstName, lastName, companyName, email, phone]),
  },
  child: { table: leadTimelineTable, parent: 'leadId' },
});

/** SQL condition: the lead of a timeline entry `t` is not deleted. */
export const OF_LIVING_LEAD =
  'exists (select from leads l where l.shop_id = t.shop_id and l.id = t.lead_id and l.deleted_at is null)';
