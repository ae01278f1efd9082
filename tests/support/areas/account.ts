import type { TestedArea } from '../tested-area.js';

export const account: TestedArea = {
  samples: {
    'account.read': () => ({ input: {} }),
  },
};
