import type { TestedArea } from '../tested-area.js';

export const exports: TestedArea = {
  samples: { 'exports.read': () => ({ path: { kind: 'leads' }, input: {} }) },
};
