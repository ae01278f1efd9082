import { followupDueAt } from '../../../domain/leads/followup.js';
import type { Lead } from '../../../domain/leads/lead.js';
import { searchText } from '../../../domain/shared/search.js';
import { plainKind } from '../../storage/records/record-kind.js';
import { leadTimelineTable } from './lead-timeline.table.js';
import { leadTable } from './lead.table.js';

export const LEAD_KIND = plainKind<Lead>({
  table: leadTable,
  where: 't.deleted_at is null',
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
