import type { TestedArea } from '../tested-area.js';

export const events: TestedArea = {
  samples: {
    'events.list': ({ lead }) => ({
      input: { after: 0, limit: 10, type: 'lead.created', record: lead, wait: 0 },
      references: { record: [lead, 'matches nothing'] },
    }),
    'events.types': () => ({ input: {} }),
  },
  events: {
    'records.imported': { by: 'customers.import', previous: false },
  },
};
