import { normalizeText } from '../shared/text.js';

/** What two spellings of one category have in common: they are compared exactly but for their case. */
export function categoryKey(category: string): string {
  return normalizeText(category).toLowerCase();
}
