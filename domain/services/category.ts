import { normalizeText } from '../shared/text.js';

/** The key by which categories are compared. Two names with the same key are one category; only the case may differ. */
export function categoryKey(category: string): string {
  return normalizeText(category).toLowerCase();
}
