import { SERVICE_KIND } from '../../../adapters/areas/services/service.entity.js';
import type { Service } from '../../../domain/services/service.js';
import type { TestService, TestShop } from '../service.js';
import { aService } from './a-service.js';
import { stored } from './stored.js';

/** Stores a service like that of `aService`. */
export function aStoredService(
  service: TestService,
  shop: Pick<TestShop, 'id'>,
  fields: Partial<Service> = {},
): Promise<Service> {
  return stored(service, shop, SERVICE_KIND, aService(fields));
}
