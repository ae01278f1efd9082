import type { Pattern } from '../shops/demo-shop.js';
import type { Random } from './random.js';

const LETTERS = 'ABCEGHJKLMNPRSTVWXYZ';

/** Replaces every `#` with a random digit and every `@` with a random letter. */
export function filled(pattern: Pattern, random: Random): string {
  return pattern.replace(/[#@]/g, (sign) => (sign === '#' ? String(random.integer(0, 9)) : random.pick(LETTERS)));
}
