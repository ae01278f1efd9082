import { foldForSearch } from '../../../domain/shared/search.js';
import { codePoints } from '../../../domain/shared/text.js';
import type { Parameter } from '../statement.js';

/** The least length of a word that the index can find anywhere in a text. A shorter word contains no whole trigram. */
const PART = 3;
/**
 * At most this many words are looked up in the index: the longest words, or the first ones if all are short. The other words only
 * filter the rows that were found.
 */
const LOOKED_UP = 3;

/**
 * Returns the SQL condition that `t.search_text` contains each of the words, in any order. A word that is looked up in the index
 * may have any of its spellings, every other word only its first one. When no word has three characters, the looked-up words must
 * be beginnings of words (the stored text has a blank before each word), or the text must contain the whole search text. `%`, `_`
 * and `\` are ordinary characters.
 * @returns null when all words are empty, since every text contains an empty word
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

/**
 * Returns the SQL condition, after `and`, that the row `t` of a table is among those that a search finds; '' without words. The
 * matches are found first: in one step, the planner would scan the rows in list order. `$1` is the shop.
 */
export function foundSql(table: string, words: readonly (readonly string[])[], parameter: Parameter): string {
  const search = searchSql(words, parameter);
  return search === null ? '' : `and t.id = any (array(select t.id from ${table} t where t.shop_id = $1 and ${search}))`;
}

/**
 * Returns the patterns that find each word anywhere in the text. The longest word comes first, because it occurs in few texts.
 */
function partPatterns(words: readonly (readonly string[])[]): string[][] {
  const longestFirst = words.toSorted(([one = ''], [other = '']) => other.length - one.length);
  return longestFirst.map((spellings) => spellings.map((spelling) => `%${literal(spelling)}%`));
}

function beginningPatterns(words: readonly (readonly string[])[]): string[][] {
  const whole = words.map(([word]) => word).join(' ');
  const all = codePoints(whole) >= PART ? [`%${literal(whole)}%`] : [];
  return words.map((spellings, place) => {
    // A word that is not looked up has only one pattern. It finds the word anywhere, so that it also accepts a text that contains
    // the whole search text.
    if (place >= LOOKED_UP) return spellings.map((spelling) => `%${literal(spelling)}%`);
    return [...spellings.map((spelling) => `% ${literal(spelling)}%`), ...all];
  });
}

function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
