import { foldForSearch } from '../../domain/shared/search.js';
import { codePoints } from '../../domain/shared/text.js';

/** Shorter texts are looked for at the beginnings of words only. */
const PART = 3;

/**
 * The LIKE pattern that finds a text in a `search_text`, where every word has a blank before it. `%`, `_` and `\` are letters.
 * @returns null when nothing is left to look for: every text has an empty part
 */
export function searchPattern(text: string): string | null {
  const folded = foldForSearch(text);
  if (folded === '') return null;
  const letters = folded.replace(/[\\%_]/g, '\\$&');
  return codePoints(folded) < PART ? `% ${letters}%` : `%${letters}%`;
}
