import type { Service } from '../../../domain/services/service.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { ServiceId, ShopId } from '../../../domain/shared/id.js';
import type { Services } from '../services/services.js';

/** The most services of one booking. */
export const MOST_SERVICES = 10;

/**
 * The services that a booking names, in the order of the ids. A service whose id is given twice is returned twice.
 * @throws NotFound when a service is unknown or no longer sold
 */
export async function chosenServices(services: Services, shop: ShopId, ids: readonly ServiceId[]): Promise<readonly Service[]> {
  const found = new Map((await services.findAll(shop, ids)).map((service) => [service.id, service]));
  return ids.map((id, index) => {
    const service = found.get(id);
    if (!service) throw new NotFound('service', `entry ${index + 1} is no service of this shop`);
    if (!service.active) throw new NotFound('service', `${service.name} is no longer sold`);
    return service;
  });
}
