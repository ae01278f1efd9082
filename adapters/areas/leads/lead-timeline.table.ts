import type { LeadTimelineEntry } from '../../../domain/leads/lead-timeline.js';
import {
  instant,
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

export const leadTimelineTable = table<Omit<Stored<LeadTimelineEntry>, 'version'> & Provenance & { leadId: string }>(
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
