import { randomUUID } from 'node:crypto';
import { insert } from '../builders/insert.js';
import type { TestedArea } from '../tested-area.js';

declare module '../records.js' {
  interface ShopRecords {
    readonly phoneNumber: string;
  }
}

export const phoneNumbers: TestedArea = {
  samples: {
    'phone_numbers.list': () => ({ input: {} }),
  },
  events: {
    'phone_number.updated': { by: 'numbers.update', previous: true },
  },
  store: async (service, { id: shop }) => {
    const row = {
      shop_id: shop,
      id: randomUUID(),
      number: '+16135550100',
      status: 'active',
      created_at: '2026-03-01T09:00:00.000Z',
    };
    const uses = { is_primary: true, is_sending: true, sms: true, voice: true };
    return { phoneNumber: (await insert(service, 'phone_numbers', { ...row, ...uses })).id };
  },
};
