import type { TestedArea } from '../tested-area.js';

export const outgoing: TestedArea = {
  samples: {},
  events: {
    'texting.paused': { by: null, previous: false },
    'texting.resumed': { by: null, previous: false },
  },
};
