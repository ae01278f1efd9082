import type { TestedArea } from '../tested-area.js';

export const exports: TestedArea = {
  samples: { 'exports.read': () => ({ path: { kind: 'leads' }, input: { updated_since: '2026-01-01T00:00:00Z' } }) },
};
