import { normalizeText } from '../shared/text.js';

/** The key by which categories are compared. Names that differ only in case have the same key and are one category. */
export function categoryKey(category: string): string {
  return normalizeText(category).toLowerCase();
}
