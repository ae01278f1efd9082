import type { TestedArea } from '../tested-area.js';

export const media: TestedArea = {
  samples: {},
};
