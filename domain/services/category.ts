import { normalizeText } from '../shared/text.js';

/** The key by which categories are compared. Two names with the same key, which differ at most in case, are one category. */
export function categoryKey(category: string): string {
  return normalizeText(category).toLowerCase();
}
