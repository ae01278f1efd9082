import type { TestedArea } from '../tested-area.js';

export const access: TestedArea = {
  samples: {},
  events: {
    'shop.updated': { by: 'shop.set', previous: true },
  },
};
