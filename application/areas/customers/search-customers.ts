import type { Customer } from '../../../domain/customers/customer.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { CursorLimit, CursorToken, EmailFilter, PhoneFilter, UpdatedSince } from '../../kernel/fields/filter-fields.js';
import { changesPage, type Changes } from '../../kernel/operation/changes-page.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf, withChanges } from '../../kernel/operation/output.js';
import { cursorPage, type Slice } from '../../kernel/operation/page.js';
import { Cursors } from '../../kernel/ports/ports.js';
import { CustomerView } from './customer.view.js';
import { Customers } from './customers.js';

class SearchCustomersInput {
  @EmailFilter({ description: 'Exact match. Case is ignored.' }) email?: string;
  @PhoneFilter({ description: 'Exact match after normalisation to E.164.' }) phone?: string | null;
  @CursorLimit() limit?: number;
  @CursorToken() cursor?: string;
  @UpdatedSince() updated_since?: Instant;
}

class SearchCustomers implements UseCase<SearchCustomersInput, Slice<Customer> | Changes<Customer>> {
  constructor(
    private readonly customers: Customers,
    private readonly cursors: Cursors,
  ) {}

  execute({ shop }: Caller, input: SearchCustomersInput): Promise<Slice<Customer> | Changes<Customer>> {
    const { limit, cursor, updated_since: since, ...filter } = input;
    const scope = { shop: shop.id, list: 'customers', filter };
    if (since !== undefined)
      return changesPage(this.cursors, scope, { since, limit, cursor }, (asked) =>
        this.customers.changes(shop.id, filter, asked),
      );
    return cursorPage(this.cursors, scope, { limit, cursor }, (rows, after) =>
      this.customers.search(shop.id, filter, rows, after),
    );
  }
}

export const searchCustomers = operation(SearchCustomers, {
  name: 'customers.search',
  summary: 'List customers or look one up',
  description: 'The shop’s customers, newest first, optionally by e-mail or phone.',
  scope: 'read',
  route: get('/customers', { operationId: 'customers.list' }),
  input: SearchCustomersInput,
  output: withChanges(cursorPageOf, CustomerView),
  needs: [Customers, Cursors],
});
