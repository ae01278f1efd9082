import type { Customer } from '../../../domain/customers/customer.js';
import type { Metadata } from '../../../domain/shared/annotated.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { hasOnlySigns, searchTerms } from '../../../domain/shared/search.js';
import { ExternalIdFilter, MetadataFilter } from '../../kernel/fields/annotation-fields.js';
import { Text } from '../../kernel/fields/fields.js';
import { CursorLimit, CursorToken, EmailFilter, PhoneFilter, UpdatedSince } from '../../kernel/fields/filter-fields.js';
import { CreatedSince, CreatedUntil, IdsFilter } from '../../kernel/fields/rest-fields.js';
import { changesPage, NO_CHANGES, type Changes } from '../../kernel/operation/changes-page.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf, withChanges } from '../../kernel/operation/output.js';
import { cursorPage, NO_SLICE, type Slice } from '../../kernel/operation/page.js';
import { Cursors } from '../../kernel/ports/ports.js';
import { CustomerView } from './customer.view.js';
import { Customers } from './customers.js';

const SEARCHED = 'Words, or parts of words, of a name, e-mail or phone, in any order.';

class SearchCustomersInput {
  @EmailFilter({ description: 'Exact match. Case is ignored.' }) email?: string;
  @PhoneFilter({ description: 'Exact match after normalisation to E.164.' }) phone?: string | null;
  @Text({ max: 120, optional: true, clearable: true, description: SEARCHED, example: 'whitfield dana' }) q?: string;
  @ExternalIdFilter() external_id?: string;
  @MetadataFilter() metadata?: Metadata;
  @IdsFilter() ids?: readonly CustomerId[];
  @CreatedSince() created_since?: Instant;
  @CreatedUntil() created_until?: Instant;
  @CursorLimit() limit?: number;
  @CursorToken() cursor?: string;
  @UpdatedSince() updated_since?: Instant;
}

class SearchCustomers implements UseCase<SearchCustomersInput, Slice<Customer> | Changes<Customer>> {
  constructor(
    private readonly customers: Customers,
    private readonly cursors: Cursors,
  ) {}

  async execute({ shop }: Caller, input: SearchCustomersInput): Promise<Slice<Customer> | Changes<Customer>> {
    const { limit, cursor, updated_since: since, ...filter } = input;
    const { q = '', ...exact } = filter;
    const wanted = { ...exact, terms: searchTerms(q, shop.country) };
    const scope = { shop: shop.id, list: 'customers', filter };
    if (since !== undefined)
      return changesPage(this.cursors, scope, { since, limit, cursor }, async (asked) =>
        hasOnlySigns(q) ? NO_CHANGES : this.customers.changes(shop.id, wanted, asked),
      );
    if (hasOnlySigns(q)) return NO_SLICE;
    return cursorPage(this.cursors, scope, { limit, cursor }, (rows, after) =>
      this.customers.search(shop.id, wanted, rows, after),
    );
  }
}

export const searchCustomers = operation(SearchCustomers, {
  name: 'customers.search',
  summary: 'List customers or look one up',
  description:
    'The shop’s customers, newest first, optionally by e-mail, phone, words, ids, external id, metadata or time of creation.',
  scope: 'read',
  route: get('/customers', { operationId: 'customers.list' }),
  input: SearchCustomersInput,
  output: withChanges(cursorPageOf, CustomerView),
  needs: [Customers, Cursors],
});
