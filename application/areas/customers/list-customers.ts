import type { Customer } from '../../../domain/customers/customer.js';
import { hasOnlySigns, searchTerms } from '../../../domain/shared/search.js';
import { Flag, Text } from '../../kernel/fields/fields.js';
import { EmailFilter, Offset, OffsetLimit, PhoneFilter, TextFilter } from '../../kernel/fields/filter-fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import { emptySlice, type OffsetSlice } from '../../kernel/operation/page.js';
import { CustomerView } from './customer.view.js';
import { Customers } from './customers.js';

class ListCustomersInput {
  @Text({
    max: 120,
    optional: true,
    clearable: true,
    description: 'Words, or parts of words, of a name, e-mail or phone, in any order.',
    example: 'whitfield dana',
  })
  q?: string;
  @EmailFilter({ description: 'The whole address.' }) email?: string;
  @PhoneFilter({ description: 'The whole number in any spelling. Without a country code it is of the shop’s country.' }) phone?:
    string | null;
  @TextFilter({ max: 60, description: 'One whole tag. Case is ignored.' }) tag?: string;
  @Flag({ optional: true, description: '`true`: only VIPs; `false` does not filter.' }) vip?: boolean;
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListCustomers implements UseCase<ListCustomersInput, OffsetSlice<Customer>> {
  constructor(private readonly customers: Customers) {}

  async execute({ shop }: Caller, input: ListCustomersInput): Promise<OffsetSlice<Customer>> {
    const { q = '', vip: vipOnly = false, limit = 25, offset = 0, ...exact } = input;
    if (hasOnlySigns(q)) return emptySlice(offset);
    const filter = { ...exact, vipOnly, terms: searchTerms(q, shop.country) };
    return this.customers.list(shop.id, filter, limit, offset);
  }
}

export const listCustomers = operation(ListCustomers, {
  name: 'customers.list',
  summary: 'Find customers',
  description:
    'Lists customers, newest first: search with `q`, or use `email` or `phone` if you know all of it; ' +
    'customers.get reads one. Nobody is contacted. A repetition reads anew. Refuses arguments that do not fit their schema; ' +
    'without a match the list is empty.',
  scope: 'read',
  capability: { permission: 'customers.manage', budget: 'read' },
  input: ListCustomersInput,
  output: offsetPageOf(CustomerView),
  needs: [Customers],
});
