import { randomInt, randomUUID } from 'node:crypto';
import type { TestedArea } from '../tested-area.js';

export const numbers: TestedArea = {
  samples: {
    'numbers.add': () => ({
      input: { number: aNumber(), label: 'Workshop', is_primary: false, is_sending: true },
    }),
    'numbers.update': ({ phoneNumber }) => ({
      input: { label: randomUUID(), is_primary: true, is_sending: true },
      path: { id: phoneNumber },
      references: { id: [phoneNumber, 404] },
    }),
  },
};

/** A number that is hardly a line of any shop yet. */
function aNumber(): string {
  return `+1613${randomInt(2_000_000, 10_000_000)}`;
}
