import type { MenuItem } from '../../../domain/services/service.js';
import { defined } from '../../../domain/shared/defined.js';
import { hasOnlySigns, spelledWords } from '../../../domain/shared/search.js';
import { Flag } from '../../kernel/fields/fields.js';
import { Offset, OffsetLimit, TextFilter } from '../../kernel/fields/filter-fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import { emptySlice, type OffsetSlice } from '../../kernel/operation/page.js';
import { ServiceView } from './service.view.js';
import { Services } from './services.js';

class ListServicesInput {
  @TextFilter({
    max: 120,
    description: 'Words of the name on the menu, in any order. For a kind of work use `category`.',
  })
  q?: string;
  @TextFilter({ max: 80, description: 'A `category` from services.categories. Case is ignored.' }) category?: string;
  @Flag({ optional: true, description: '`true`: only services still sold.' }) active_only?: boolean;
  @Flag({ optional: true, description: '`true`: only services on the booking page.' })
  bookable_only?: boolean;
  @Flag({ optional: true, description: '`true`: only extras to other services.' })
  addons_only?: boolean;
  @OffsetLimit({ max: 200, standard: 50 }) limit?: number;
  @Offset() offset?: number;
}

class ListServices implements UseCase<ListServicesInput, OffsetSlice<MenuItem>> {
  constructor(private readonly services: Services) {}

  async execute({ shop }: Caller, input: ListServicesInput): Promise<OffsetSlice<MenuItem>> {
    const { q = '', category, active_only, bookable_only, addons_only, limit = 50, offset = 0 } = input;
    if (hasOnlySigns(q)) return emptySlice(offset);
    const filter = {
      words: spelledWords(q),
      ...defined({ category }),
      activeOnly: active_only ?? false,
      bookableOnly: bookable_only ?? false,
      addonsOnly: addons_only ?? false,
    };
    return this.services.list(shop.id, filter, limit, offset);
  }
}

export const listServices = operation(ListServices, {
  name: 'services.list',
  summary: 'List services',
  description:
    'Lists the menu with its prices, in menu order; price and duration of a `tiered` one are in ' +
    'services.tiers, a `custom` one has no price, and `active` false means no longer sold. Nobody is contacted. A repetition reads ' +
    'anew. Refuses what does not fit the schema; without a match the list is empty.',
  scope: 'read',
  route: get('/services'),
  capability: { permission: 'shop.manage', budget: 'read', feature: 'services' },
  input: ListServicesInput,
  output: offsetPageOf(ServiceView),
  needs: [Services],
});
