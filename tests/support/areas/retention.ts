import type { TestedArea } from '../tested-area.js';

export const retention: TestedArea = { samples: {}, events: { 'records.emptied': { by: null, previous: false } } };
