import { insert } from '../builders/insert.js';
import type { TestedArea } from '../tested-area.js';

export const optOuts: TestedArea = {
  samples: {
    'optouts.list': () => ({ input: { limit: 10, offset: 0 } }),
  },
  store: async (service, { id: shop }) => {
    await insert(service, 'opt_outs', {
      shop_id: shop,
      number: '+16135550177',
      source: 'stop',
      since: '2026-03-01T09:00:00.000Z',
      line: '+16135550100',
      version: 1,
    });
    return {};
  },
};
