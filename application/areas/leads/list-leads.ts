import { LEAD_STATUSES, type Lead, type LeadStatus } from '../../../domain/leads/lead.js';
import { OneOf } from '../../kernel/fields/fields.js';
import { EmailFilter, Offset, OffsetLimit, PhoneFilter } from '../../kernel/fields/filter-fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import { LeadView } from './lead.view.js';
import { Leads } from './leads.js';
import { searchLeads } from './search-leads.js';

class ListLeadsInput {
  @OneOf(LEAD_STATUSES, { optional: true, description: 'Left out: any.' }) status?: LeadStatus;
  @EmailFilter({ description: 'The whole address.' }) email?: string;
  @PhoneFilter({ description: 'The whole number.' }) phone?: string | null;
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListLeads implements UseCase<ListLeadsInput, OffsetSlice<Lead>> {
  constructor(private readonly leads: Leads) {}

  execute({ shop }: Caller, { limit = 25, offset = 0, ...filter }: ListLeadsInput): Promise<OffsetSlice<Lead>> {
    return this.leads.page(shop.id, filter, limit, offset);
  }
}

export const listLeads = operation(ListLeads, {
  name: 'leads.list',
  summary: 'List leads',
  description:
    'Lists leads, people who asked but have not bought yet, newest first. Nobody is contacted. ' +
    'A repetition reads anew. Refuses what does not fit the schema.',
  scope: 'read',
  capability: { permission: 'customers.manage', budget: 'read' },
  input: ListLeadsInput,
  beside: searchLeads,
  output: offsetPageOf(LeadView),
  needs: [Leads],
});
