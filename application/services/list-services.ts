import type { MenuItem } from '../../domain/services/service.js';
import { hasOnlySigns } from '../../domain/shared/search.js';
import type { Caller } from '../operation/caller.js';
import { Flag } from '../operation/fields.js';
import { Offset, OffsetLimit, TextFilter } from '../operation/filter-fields.js';
import { get, operation, type UseCase } from '../operation/operation.js';
import { offsetPageOf } from '../operation/output.js';
import { emptySlice, type OffsetSlice } from '../operation/page.js';
import { ServiceView } from './service.view.js';
import { Services } from './services.js';

class ListServicesInput {
  @TextFilter({
    max: 120,
    description: 'Part of a name, whatever its case and accents; one or two characters: the beginning of a word. It needs a letter or a digit to be found.',
  })
  q?: string;
  @TextFilter({ max: 80, description: 'One category’s whole name, whatever its case.' }) category?: string;
  @Flag({ optional: true, description: '`true`: only services still sold.' }) active_only?: boolean;
  @Flag({ optional: true, description: '`true`: only services on the public booking page.' }) bookable_only?: boolean;
  @Flag({ optional: true, description: '`true`: only extras, sold alongside something else.' }) addons_only?: boolean;
  @OffsetLimit({ max: 200, standard: 50 }) limit?: number;
  @Offset() offset?: number;
}

class ListServices implements UseCase<ListServicesInput, OffsetSlice<MenuItem>> {
  constructor(private readonly services: Services) {}

  async execute({ shop }: Caller, input: ListServicesInput): Promise<OffsetSlice<MenuItem>> {
    const { q, category, active_only, bookable_only, addons_only, limit = 50, offset = 0 } = input;
    if (q !== undefined && hasOnlySigns(q)) return emptySlice(offset);
    const filter = {
      ...(q !== undefined && { q }),
      ...(category !== undefined && { category }),
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
    'The shop’s menu, in menu order: what it sells and at which price. Services that are no longer sold are listed too unless ' +
    '`active_only` is true. `base_price` is null where prices go by vehicle size (`tiered`: see services.tiers) and where they ' +
    'go by quote (`custom`). `total` is exact; `omitted` says how many matching services are not on this page, `next_offset` ' +
    'where the next page begins.',
  scope: 'read',
  route: get('/services'),
  capability: { permission: 'shop.manage', budget: 'read', feature: 'services' },
  input: ListServicesInput,
  output: offsetPageOf(ServiceView),
  needs: [Services],
});
