import { LEAD_STATUSES, type Lead, type LeadStatus } from '../../../domain/leads/lead.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { OneOf } from '../../kernel/fields/fields.js';
import { CursorLimit, CursorToken, EmailFilter, PhoneFilter, UpdatedSince } from '../../kernel/fields/filter-fields.js';
import { changesPage, type Changes } from '../../kernel/operation/changes-page.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf, withChanges } from '../../kernel/operation/output.js';
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
  @UpdatedSince() updated_since?: Instant;
}

class SearchLeads implements UseCase<SearchLeadsInput, Slice<Lead> | Changes<Lead>> {
  constructor(
    private readonly leads: Leads,
    private readonly cursors: Cursors,
  ) {}

  execute({ shop }: Caller, input: SearchLeadsInput): Promise<Slice<Lead> | Changes<Lead>> {
    const { limit, cursor, updated_since: since, ...filter } = input;
    const scope = { shop: shop.id, list: 'leads', filter };
    if (since !== undefined)
      return changesPage(this.cursors, scope, { since, limit, cursor }, (asked) => this.leads.changes(shop.id, filter, asked));
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
  output: withChanges(cursorPageOf, LeadView),
  needs: [Leads, Cursors],
});
