import { LEAD_STATUSES, type Lead, type LeadStatus } from '../../../domain/leads/lead.js';
import type { Metadata } from '../../../domain/shared/annotated.js';
import type { LeadId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { hasOnlySigns, searchTerms } from '../../../domain/shared/search.js';
import { ExternalIdFilter, MetadataFilter } from '../../kernel/fields/annotation-fields.js';
import { OneOf, Text } from '../../kernel/fields/fields.js';
import { CursorLimit, CursorToken, EmailFilter, PhoneFilter, UpdatedSince } from '../../kernel/fields/filter-fields.js';
import { CreatedSince, CreatedUntil, IdsFilter } from '../../kernel/fields/rest-fields.js';
import { changesPage, NO_CHANGES, type Changes } from '../../kernel/operation/changes-page.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf, withChanges } from '../../kernel/operation/output.js';
import { cursorPage, NO_SLICE, type Slice } from '../../kernel/operation/page.js';
import { Cursors } from '../../kernel/ports/ports.js';
import { LeadView } from './lead.view.js';
import { Leads } from './leads.js';

const SEARCHED = 'Words, or parts of words, of a name, e-mail or phone, in any order.';

class SearchLeadsInput {
  @EmailFilter({ description: 'Exact match. Case is ignored.' }) email?: string;
  @PhoneFilter({ description: 'Exact match after normalisation to E.164.' }) phone?: string | null;
  @OneOf(LEAD_STATUSES, { optional: true, description: 'Left out: any.' }) status?: LeadStatus;
  @Text({ max: 120, optional: true, clearable: true, description: SEARCHED, example: 'whitfield dana' }) q?: string;
  @ExternalIdFilter() external_id?: string;
  @MetadataFilter() metadata?: Metadata;
  @IdsFilter() ids?: readonly LeadId[];
  @CreatedSince() created_since?: Instant;
  @CreatedUntil() created_until?: Instant;
  @CursorLimit() limit?: number;
  @CursorToken() cursor?: string;
  @UpdatedSince() updated_since?: Instant;
}

class SearchLeads implements UseCase<SearchLeadsInput, Slice<Lead> | Changes<Lead>> {
  constructor(
    private readonly leads: Leads,
    private readonly cursors: Cursors,
  ) {}

  async execute({ shop }: Caller, input: SearchLeadsInput): Promise<Slice<Lead> | Changes<Lead>> {
    const { limit, cursor, updated_since: since, ...filter } = input;
    const { q = '', ...exact } = filter;
    const wanted = { ...exact, terms: searchTerms(q, shop.country) };
    const scope = { shop: shop.id, list: 'leads', filter };
    if (since !== undefined)
      return changesPage(this.cursors, scope, { since, limit, cursor }, async (asked) =>
        hasOnlySigns(q) ? NO_CHANGES : this.leads.changes(shop.id, wanted, asked),
      );
    if (hasOnlySigns(q)) return NO_SLICE;
    return cursorPage(this.cursors, scope, { limit, cursor }, (rows, after) => this.leads.list(shop.id, wanted, rows, after));
  }
}

export const searchLeads = operation(SearchLeads, {
  name: 'leads.search',
  summary: 'List leads',
  description:
    'The shop’s leads, newest first, optionally by e-mail, phone, status, words, ids, external id, metadata or time of creation.',
  scope: 'read',
  route: get('/leads', { operationId: 'leads.list' }),
  input: SearchLeadsInput,
  output: withChanges(cursorPageOf, LeadView),
  needs: [Leads, Cursors],
});
