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
/** Words with at most this many spellings, as phone numbers have, get a condition for each one. More would make too many statements. */
const FEW = 3;

/**
 * Returns the SQL condition that `t.search_text` contains each of the words, in any order and in any of its spellings. When no word has
 * three characters, each word must be the beginning of a word (the stored text has a blank before each word), or the text must contain the
 * whole search text: `jo sm` finds `John Smith` and `Anjo Smit`. `%`, `_` and `\` are ordinary characters.
 * @param words each with its spellings, the word itself first, as `searchTerms`, `spelledWords` and `spelledCodes` return them
 * @returns null when all words are empty, since every text contains an empty word
 */
export function searchSql(words: readonly (readonly string[])[], parameter: Parameter): string | null {
  const folded = words.map((spellings) => spellings.map(foldForSearch)).filter(([word = '']) => word !== '');
  if (folded.length === 0) return null;
  const patterns = folded.every(([word = '']) => isShort(word)) ? beginningPatterns(folded) : partPatterns(folded);
  const rest = patterns.slice(LOOKED_UP);
  return [
    ...patterns.slice(0, LOOKED_UP).map((spellings) => likeSql(spellings, parameter)),
    ...(rest.length > 0 ? [filterSql(rest, parameter)] : []),
  ].join(' and ');
}

/**
 * Returns a condition with one parameter for each spelling. For `like any ($n)` the planner counts ten look-ups in the index,
 * whatever the array has, and would rather read all records of the shop, which it takes for one of the average size (ADR 69).
 */
function likeSql(spellings: readonly string[], parameter: Parameter): string {
  if (spellings.length > FEW) return `t.search_text like any (${parameter(spellings)}::text[])`;
  return `(${spellings.map((spelling) => `t.search_text like ${parameter(spelling)}`).join(' or ')})`;
}

/** Compares each row that was found with the patterns of each further word. One parameter has them all, for any number of words. */
function filterSql(words: readonly (readonly string[])[], parameter: Parameter): string {
  const isIn = 'exists (select from json_array_elements_text(w.patterns) as p (pattern) where t.search_text like p.pattern)';
  return `(select bool_and(${isIn}) from json_array_elements(${parameter(JSON.stringify(words))}::json) as w (patterns))`;
}

/**
 * Returns the condition of `searchSql` for models and plates. In these, a short word among others must be a whole word, or joined
 * to the words beside it, as its other spellings have it: `f` and `5` are parts of almost every text. The index looks up the long
 * words, or one short word if all are short, since it would look up every combination of the spellings of several short words.
 */
export function codeSearchSql(words: readonly (readonly string[])[], parameter: Parameter): string | null {
  const short = words.filter(([word = '']) => isShort(word)).toSorted(longestFirst);
  if (words.length === 1 || short.length === 0) return searchSql(words, parameter);
  const lookedUp = short.length < words.length ? words.filter((word) => !short.includes(word)) : short.slice(0, 1);
  return `${searchSql(lookedUp, parameter)} and t.search_text ~ all (${parameter(short.map(codeExpression))}::text[])`;
}

function codeExpression(spellings: readonly string[]): string {
  const { short, parts } = byLength(spellings);
  const [word = '', ...joined] = short.map(plain);
  return [` ${word}(\\s|$)`, ...joined.map((one) => ` ${one}`), ...parts.map(plain)].join('|');
}

function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '\\$&');
}

/** Returns the patterns that find each word anywhere in the text, those of the longest words first, because these occur in few texts. */
function partPatterns(words: readonly (readonly string[])[]): string[][] {
  return words
    .map(leastParts)
    .toSorted(longestFirst)
    .map((spellings) => spellings.map(anywhere));
}

function longestFirst([one = '']: readonly string[], [other = '']: readonly string[]): number {
  return other.length - one.length;
}

/** The spellings without those that contain another one: a text with them has the other one, too. */
function leastParts(spellings: readonly string[]): string[] {
  return spellings.filter((one) => !spellings.some((other) => other !== one && one.includes(other)));
}

function beginningPatterns(words: readonly (readonly string[])[]): string[][] {
  const whole = words.map(([word]) => word).join(' ');
  const all = isShort(whole) ? [] : [anywhere(whole)];
  return words.map((spellings) => {
    const { short, parts } = byLength(spellings);
    return [...short.map((one) => `% ${literal(one)}%`), ...parts.map(anywhere), ...all];
  });
}

/** The short spellings, which are sought as beginnings of words, and the others, which are sought anywhere. */
function byLength(spellings: readonly string[]): { short: readonly string[]; parts: readonly string[] } {
  return { short: spellings.filter(isShort), parts: leastParts(spellings.filter((one) => !isShort(one))) };
}

function isShort(word: string): boolean {
  return codePoints(word) < PART;
}

/** The pattern of `like` for a text that may stand anywhere. */
export function anywhere(text: string): string {
  return `%${literal(text)}%`;
}

function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
