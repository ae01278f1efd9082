import { randomUUID } from 'node:crypto';
import { insert } from '../builders/insert.js';
import type { TestedArea } from '../tested-area.js';

declare module '../records.js' {
  interface ShopRecords {
    /** the `user_id` of an advisor */
    readonly staffUser: string;
    /** the profile id of the same advisor */
    readonly staffProfile: string;
  }
}

export const staff: TestedArea = {
  samples: {
    'staff.search': () => ({ input: {} }),
    'staff.create': () => ({
      input: {
        name: 'Sam Tremblay',
        role: 'viewer',
        email: 'sam@example.com',
        phone: '+16135550143',
        hours: 'mon-fri 08:00-16:00',
      },
    }),
    'staff.update': ({ staffProfile }) => ({
      input: {
        name: `Front desk ${randomUUID()}`,
        role: 'advisor',
        email: 'desk@example.com',
        phone: '+16135550142',
        active: true,
        hours: 'standard',
      },
      path: { id: staffProfile },
      references: { id: [staffProfile, 404] },
    }),
    'staff.list': () => ({ input: { active: true, limit: 10, offset: 0 } }),
  },
  events: {
    'staff.updated': { by: 'staff.update', previous: true },
  },
  store: async (service, { id: shop }) => {
    const staff = { staffUser: randomUUID(), staffProfile: randomUUID() };
    const ids = { shop_id: shop, id: staff.staffProfile, user_id: staff.staffUser };
    await insert(service, 'staff', {
      ...ids,
      name: 'Front desk',
      role: 'advisor',
      active: true,
      created_at: '2026-03-01T09:00:00.000Z',
    });
    return staff;
  },
};
