import { requireTold, TIMELINE_KINDS, type LeadTimelineEntry, type TimelineKind } from '../../../domain/leads/lead-timeline.js';
import { LEAD_STATUSES, type LeadStatus } from '../../../domain/leads/lead.js';
import type { LeadId } from '../../../domain/shared/id.js';
import { OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { importKind } from '../../transfer/import-kind.js';
import { cell, ExternalId, ImportRow } from '../../transfer/import-row.js';
import { LEAD_TIMELINE, LEADS } from './leads.js';

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

export type LeadsEntry = LeadTimelineEntry & { readonly leadId: LeadId };

export const leadTimelineKind = importKind<LeadTimelineRow, LeadsEntry>({
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
});
