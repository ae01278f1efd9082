import type { TestedArea } from '../tested-area.js';

export const optOuts: TestedArea = {
  samples: {},
};
