import { defined } from '../../../domain/shared/defined.js';
import { hasOnlySigns, searchTerms, spelledCodes } from '../../../domain/shared/search.js';
import { Flag, Text } from '../../kernel/fields/fields.js';
import { EmailFilter, Offset, OffsetLimit, PhoneFilter, TextFilter } from '../../kernel/fields/filter-fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import { emptySlice, type OffsetSlice } from '../../kernel/operation/page.js';
import { Clock } from '../../kernel/ports/ports.js';
import { ListedCustomerView } from './customer.view.js';
import { Customers, type ListedCustomer } from './customers.js';
import { searchCustomers } from './search-customers.js';

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
  @PhoneFilter({ description: 'The whole number, in any spelling.' }) phone?: string | null;
  @TextFilter({ max: 60, description: 'One whole tag. Case is ignored.' }) tag?: string;
  @Text({
    max: 120,
    optional: true,
    clearable: true,
    description: 'Words of make, model, colour, plate or VIN.',
    example: 'subaru',
  })
  vehicle?: string;
  @Flag({ optional: true, description: 'Left out: both.' }) vip?: boolean;
  @Flag({ optional: true, description: 'May get advertising.' }) marketing_consent?: boolean;
  @Flag({ optional: true, description: 'May get no text.' }) texting_blocked?: boolean;
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListCustomers implements UseCase<ListCustomersInput, OffsetSlice<ListedCustomer>> {
  constructor(
    private readonly customers: Customers,
    private readonly clock: Clock,
  ) {}

  async execute({ shop }: Caller, input: ListCustomersInput): Promise<OffsetSlice<ListedCustomer>> {
    const {
      q = '',
      vehicle = '',
      marketing_consent: consent,
      texting_blocked: textingBlocked,
      limit = 25,
      offset = 0,
      ...exact
    } = input;
    if (hasOnlySigns(q) || hasOnlySigns(vehicle)) return emptySlice(offset);
    const filter = {
      ...exact,
      ...defined({ textingBlocked }),
      ...(consent !== undefined && { marketingConsent: { is: consent, at: this.clock.now() } }),
      terms: searchTerms(q, shop.country),
      vehicle: spelledCodes(vehicle),
    };
    return this.customers.list(shop.id, filter, limit, offset);
  }
}

export const listCustomers = operation(ListCustomers, {
  name: 'customers.list',
  summary: 'Find customers',
  description:
    'Lists customers, newest first: search with `q` or `vehicle`, or use `email` or `phone` if you know all of it; ' +
    'customers.get reads one. Nobody is contacted. A repetition reads anew. Refuses what does not fit the schema; ' +
    'without a match the list is empty.',
  scope: 'read',
  capability: { permission: 'customers.manage', budget: 'read' },
  input: ListCustomersInput,
  beside: searchCustomers,
  output: offsetPageOf(ListedCustomerView),
  needs: [Customers, Clock],
});
