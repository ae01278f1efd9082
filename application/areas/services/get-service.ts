import type { Service } from '../../../domain/services/service.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { ServiceId } from '../../../domain/shared/id.js';
import { PathId } from '../../kernel/fields/fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { ServiceDetailView } from './service.view.js';
import { Services } from './services.js';

class GetServiceInput {
  @PathId({ listedBy: 'services.list' }) id!: ServiceId;
}

class GetService implements UseCase<GetServiceInput, Service> {
  constructor(private readonly services: Services) {}

  async execute({ shop }: Caller, { id }: GetServiceInput): Promise<Service> {
    const service = await this.services.find(shop.id, id);
    if (!service) throw new NotFound('service');
    return service;
  }
}

export const getService = operation(GetService, {
  name: 'services.get',
  summary: 'Get a service',
  description:
    'Reads one service with its prices by vehicle size (`tiers`), its booking deposit and its picture. Nobody is contacted. A ' +
    'repetition reads anew. Refuses an unknown `id`.',
  scope: 'read',
  route: get('/services/:id'),
  capability: { permission: 'shop.manage', budget: 'read', feature: 'services' },
  input: GetServiceInput,
  output: one(ServiceDetailView),
  needs: [Services],
  errors: ['not_found'],
});
