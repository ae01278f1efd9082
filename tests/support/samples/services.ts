import type { ShopRecords } from '../records.js';
import type { Sample } from '../samples.js';

/** The samples of the area `services`, as `samples` has them. */
export const servicesSamples: Readonly<Record<string, (records: ShopRecords) => Sample>> = {
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
};
