import { foldForSearch } from '../../../domain/shared/search.js';
import { codePoints } from '../../../domain/shared/text.js';
import type { Parameter } from '../connection/remembered-statements.js';

/** Shorter words have no trigram of their own. */
const PART = 3;
/** So many words are looked up in the index, the longest ones; the others are looked for in what those have found. */
const LOOKED_UP = 3;

/**
 * SQL for: `t.search_text` has each of the words, in any of its spellings, as a part of it, in any order. Where no word has
 * three characters they are the beginnings of words (before each of which the stored text has a blank), or all that was typed
 * is a part. `%`, `_` and `\` are letters.
 * @returns null when nothing is left to look for: every text has an empty part
 */
export function searchSql(words: readonly (readonly string[])[], parameter: Parameter): string | null {
  const folded = words.map((spellings) => spellings.map(foldForSearch)).filter(([word = '']) => word !== '');
  if (folded.length === 0) return null;
  const patterns = folded.some(([word = '']) => codePoints(word) >= PART) ? partPatterns(folded) : beginningPatterns(folded);
  const rest = patterns.slice(LOOKED_UP).map(([pattern]) => pattern);
  return [
    ...patterns.slice(0, LOOKED_UP).map((spellings) => `t.search_text like any (${parameter(spellings)}::text[])`),
    ...(rest.length > 0 ? [`t.search_text like all (${parameter(rest)}::text[])`] : []),
  ].join(' and ');
}

/** The longest first: it is in the fewest texts. */
function partPatterns(words: readonly (readonly string[])[]): string[][] {
  const longestFirst = words.toSorted(([one = ''], [other = '']) => other.length - one.length);
  return longestFirst.map((spellings) => spellings.map((spelling) => `%${literal(spelling)}%`));
}

function beginningPatterns(words: readonly (readonly string[])[]): string[][] {
  const whole = words.map(([word]) => word).join(' ');
  const all = codePoints(whole) >= PART ? [`%${literal(whole)}%`] : [];
  return words.map((spellings, place) => {
    // What is no longer looked up has to be wider: it is a part wherever all that was typed is one.
    if (place >= LOOKED_UP) return spellings.map((spelling) => `%${literal(spelling)}%`);
    return [...spellings.map((spelling) => `% ${literal(spelling)}%`), ...all];
  });
}

function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
