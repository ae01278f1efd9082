import { LEAD_STATUSES, type Lead, type LeadStatus } from '../../../domain/leads/lead.js';
import { OneOf } from '../../kernel/fields/fields.js';
import { CursorLimit, CursorToken, EmailFilter, PhoneFilter } from '../../kernel/fields/filter-fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf } from '../../kernel/operation/output.js';
import { cursorPage, type Slice } from '../../kernel/operation/page.js';
import { Cursors } from '../../kernel/ports/ports.js';
import { LeadView } from './lead.view.js';
import { Leads } from './leads.js';

class SearchLeadsInput {
  @EmailFilter({ description: 'Exact match. Case is ignored.' }) email?: string;
  @PhoneFilter({ description: 'Exact match after normalisation to E.164.' }) phone?: string | null;
  @OneOf(LEAD_STATUSES, { optional: true, description: 'Left out: any.' }) status?: LeadStatus;
  @CursorLimit() limit?: number;
  @CursorToken() cursor?: string;
}

class SearchLeads implements UseCase<SearchLeadsInput, Slice<Lead>> {
  constructor(
    private readonly leads: Leads,
    private readonly cursors: Cursors,
  ) {}

  execute({ shop }: Caller, { limit, cursor, ...filter }: SearchLeadsInput): Promise<Slice<Lead>> {
    const scope = { shop: shop.id, list: 'leads', filter };
    return cursorPage(this.cursors, scope, { limit, cursor }, (rows, after) => this.leads.list(shop.id, filter, rows, after));
  }
}

export const searchLeads = operation(SearchLeads, {
  name: 'leads.search',
  summary: 'List leads',
  description: 'The shop’s leads, newest first, optionally by e-mail, phone or status.',
  scope: 'read',
  route: get('/leads', { operationId: 'leads.list' }),
  input: SearchLeadsInput,
  output: cursorPageOf(LeadView),
  needs: [Leads, Cursors],
});
