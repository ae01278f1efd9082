import { aTieredService } from '../builders/a-service.js';
import { aStoredService } from '../builders/a-stored-service.js';
import type { TestedArea } from '../tested-area.js';

declare module '../records.js' {
  interface ShopRecords {
    readonly service: string;
    readonly tieredService: string;
  }
}

export const services: TestedArea = {
  samples: {
    'services.list': () => ({
      input: {
        q: 'ceramic',
        category: 'DETAILING',
        active_only: true,
        bookable_only: true,
        addons_only: false,
        limit: 10,
        offset: 0,
      },
    }),
    'services.get': ({ service }) => ({ input: {}, path: { id: service }, references: { id: [service, 404] } }),
    'services.tiers': ({ tieredService }) => ({ input: { id: tieredService }, references: { id: [tieredService, 404] } }),
    'services.categories': () => ({ input: {} }),
    'services.update_price': ({ service }) => ({ input: { id: service, base_price: 899.5 }, references: { id: [service, 404] } }),
    'services.set_online': ({ service }) => ({ input: { id: service, bookable: true }, references: { id: [service, 404] } }),
  },
  events: {
    'service.created': { by: 'services.import', previous: false },
    'service.updated': { by: 'services.update_price', previous: true },
  },
  hints: {
    'services.set_online': { destructiveHint: false, idempotentHint: true, openWorldHint: false },
    'services.update_price': { destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  store: async (service, shop) => {
    const flat = await aStoredService(service, shop, { category: 'Detailing' });
    const tiered = await aStoredService(service, shop, aTieredService({ category: 'Detailing' }));
    return { service: flat.id, tieredService: tiered.id };
  },
};
