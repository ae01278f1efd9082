import type { Lead } from '../../../domain/leads/lead.js';
import {
  instant,
  integer,
  orNull,
  provenance,
  shopKey,
  table,
  text,
  uuid,
  uuidKey,
  type Provenance,
  type Stored,
} from '../../storage/tables/table.js';

export const leadTable = table<
  Stored<Lead> & Provenance & { deletedAt: string | null; dueAt: string | null; searchText: string }
>('leads', {
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
  createdAt: instant('created_at'),
  deletedAt: orNull(instant('deleted_at')),
  searchText: { ...text('search_text'), default: '' },
  ...provenance,
  version: integer(),
});
