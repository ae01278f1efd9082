import type { Customer } from '../../../domain/customers/customer.js';
import { CursorLimit, CursorToken, EmailFilter, PhoneFilter } from '../../kernel/fields/filter-fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf } from '../../kernel/operation/output.js';
import { cursorPage, type Slice } from '../../kernel/operation/page.js';
import { Cursors } from '../../kernel/ports/ports.js';
import { CustomerView } from './customer.view.js';
import { Customers } from './customers.js';

class SearchCustomersInput {
  @EmailFilter({ description: 'Exact match. Case is ignored.' }) email?: string;
  @PhoneFilter({ description: 'Exact match after normalisation to E.164.' }) phone?: string | null;
  @CursorLimit() limit?: number;
  @CursorToken() cursor?: string;
}

class SearchCustomers implements UseCase<SearchCustomersInput, Slice<Customer>> {
  constructor(
    private readonly customers: Customers,
    private readonly cursors: Cursors,
  ) {}

  execute({ shop }: Caller, { limit, cursor, ...filter }: SearchCustomersInput): Promise<Slice<Customer>> {
    const scope = { shop: shop.id, list: 'customers', filter };
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
  output: cursorPageOf(CustomerView),
  needs: [Customers, Cursors],
});
