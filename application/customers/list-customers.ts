import { searchTerms } from '../../domain/customers/search-terms.js';
import type { Customer } from '../../domain/customers/customer.js';
import { hasOnlySigns } from '../../domain/shared/search.js';
import type { Caller } from '../operation/caller.js';
import { Text } from '../operation/fields.js';
import { EmailFilter, Offset, OffsetLimit, PhoneFilter } from '../operation/filter-fields.js';
import { operation, type UseCase } from '../operation/operation.js';
import { offsetPageOf } from '../operation/output.js';
import { emptySlice, type OffsetSlice } from '../operation/page.js';
import { CustomerView } from './customer.view.js';
import { Customers } from './customers.js';

class ListCustomersInput {
  @Text({
    max: 120,
    optional: true,
    clearable: true,
    description: 'Part of a name, a phone or an e-mail, whatever its case and accents; under three characters, the beginning of a word. It needs a letter or a digit to be found.',
    example: 'whitf',
  })
  q?: string;
  @EmailFilter({ description: 'Exact, case-insensitive.' }) email?: string;
  @PhoneFilter({ description: 'Exact after normalisation to E.164.' }) phone?: string | null;
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListCustomers implements UseCase<ListCustomersInput, OffsetSlice<Customer>> {
  constructor(private readonly customers: Customers) {}

  async execute({ shop }: Caller, { q = '', limit = 25, offset = 0, ...exact }: ListCustomersInput): Promise<OffsetSlice<Customer>> {
    if (hasOnlySigns(q)) return emptySlice(offset);
    const filter = { ...exact, terms: searchTerms(q, shop.country) };
    return this.customers.list(shop.id, filter, limit, offset);
  }
}

export const listCustomers = operation(ListCustomers, {
  name: 'customers.list',
  summary: 'Find customers',
  description:
    'The shop’s customers, newest first. Give `q` for a part of a name, a phone or an e-mail as somebody said it; `email` or ' +
    '`phone` when you have all of it. `total` is exact; `omitted` says how many matching customers are not on this page, ' +
    '`next_offset` where the next page begins. Pass an `id` to `customers.get` for vehicles, open jobs and tasks.',
  scope: 'read',
  capability: { permission: 'customers.manage', budget: 'read' },
  input: ListCustomersInput,
  output: offsetPageOf(CustomerView),
  needs: [Customers],
});
