import type { TestedArea } from '../tested-area.js';

export const access: TestedArea = {
  samples: {},
};
