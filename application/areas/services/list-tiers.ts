import { NotFound, ValidationError } from '../../../domain/shared/errors.js';
import type { ServiceId } from '../../../domain/shared/id.js';
import { Uuid } from '../../kernel/fields/fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { itemsOf } from '../../kernel/operation/output.js';
import { pricedTiers, ServiceTierView, type PricedTier } from './service.view.js';
import { Services } from './services.js';

class ListTiersInput {
  @Uuid({ listedBy: 'services.list' }) id!: ServiceId;
}

class ListTiers implements UseCase<ListTiersInput, readonly PricedTier[]> {
  constructor(private readonly services: Services) {}

  async execute({ shop }: Caller, { id }: ListTiersInput): Promise<readonly PricedTier[]> {
    const service = await this.services.find(shop.id, id);
    if (!service) throw new NotFound('service');
    if (service.pricingModel !== 'tiered') {
      throw new ValidationError('id', `this service is priced ${service.pricingModel} and has no tiers; see services.get`);
    }
    return pricedTiers(service);
  }
}

export const listTiers = operation(ListTiers, {
  name: 'services.tiers',
  summary: 'List a service’s prices by vehicle size',
  description:
    'Reads the price and duration of a service for each vehicle size, if it is `tiered` in services.list. Nobody is contacted. ' +
    'A repetition reads anew. Refuses any other service, which has its `base_price` in services.list.',
  scope: 'read',
  capability: { permission: 'shop.manage', budget: 'read', feature: 'services' },
  input: ListTiersInput,
  output: itemsOf(ServiceTierView),
  needs: [Services],
  errors: ['not_found'],
});
