import { randomUUID } from 'node:crypto';
import { insert } from '../builders/insert.js';
import type { TestedArea } from '../tested-area.js';

declare module '../records.js' {
  interface ShopRecords {
    /** the id of a key that nobody has */
    readonly apiKey: string;
  }
}

export const keys: TestedArea = {
  samples: {
    'keys.list': () => ({ input: { limit: 10, offset: 0 } }),
    // The key of the suites acts for nobody, so it mints none for a person.
    'keys.mint': ({ staffUser }) => ({
      input: {
        name: 'website',
        scope: 'read',
        grants: { 'shop.manage': 'view' },
        acts_for: null,
        expires_at: '2031-01-31T00:00:00Z',
      },
      references: { acts_for: [staffUser, 422, 'forbidden'] },
    }),
    'keys.revoke': ({ apiKey }) => ({ input: {}, path: { id: apiKey }, references: { id: [apiKey, 404] } }),
  },
  store: async (service, { id: shop }) => {
    const row = { shop_id: shop, id: randomUUID(), public_id: randomUUID(), secret_hash: 'f'.repeat(64), name: 'tablet' };
    const rights = { scope: 'read', grants: '{"inbox.access":"act"}', created_at: '2026-03-01T09:00:00.000Z' };
    return { apiKey: (await insert(service, 'api_keys', { ...row, ...rights })).id };
  },
};
