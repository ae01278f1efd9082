import { foldText } from './folded-text.js';
import { findLinks } from './link-finder.js';

export interface WithoutLinks {
  readonly text: string;
  /** the links that went, as they were written, in their order */
  readonly removed: readonly string[];
}

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;
const BLANKS = /[\s\p{Zs}]+/gu;
const BLANK = /[\s\p{Zs}]/u;
const INVISIBLE = /[\p{Cf}\p{DI}]/u;
const LETTER_DIGIT_OR_SYMBOL = /[\p{L}\p{N}\p{S}]/u;

/** Stands in the place of a removed link until the text around it is tidied. Unicode's own character for such a place. */
const GAP = '\ufffc';
/** Gaps in a row, also with commas and a conjunction between them: nothing is left that these would join. */
const GAPS = /\ufffc(?:[,;]? ?(?:(?:and|or|und|oder|et|ou|[&+yoe]) )?\ufffc)+/giu;
const EMPTIED_BRACKETS = /[([{<«“‘"'] ?\ufffc ?[)\]}>»”’"']/g;
const BETWEEN_PUNCTUATION = /([,;:–-]) ?\ufffc ?[.,;:]/g;
const BEFORE_CLOSING = / ?\ufffc(?=[)\]}>»”.,;:!?…]|$)/g;
const AFTER_OPENING = /([([{<«“])\ufffc ?/g;

/** A removal can leave a new link behind in texts that were made for it. After so many rounds the whole word goes. */
const MOST_ROUNDS = 4;

/**
 * Removes every link from a text that goes out as SMS: addresses of the web with or without `http`, addresses of machines,
 * `localhost`, `//host` and `mailto:`, also where their characters are disguised. E-mail addresses stay. Brackets that become
 * empty go with their link, so does a conjunction between two links, and so does a line that consisted of links. In a text with a
 * link, blanks of any kind become one space, and line breaks `\n`. A text without a link stays as it is, to the character.
 */
export function removeLinks(body: string): WithoutLinks {
  const lines = body.split(LINE_BREAK).map(withoutLinks);
  const removed = lines.flatMap((line) => line.removed);
  if (removed.length === 0) return { text: body, removed };
  const kept = lines.filter((line) => line.removed.length === 0 || LETTER_DIGIT_OR_SYMBOL.test(line.text));
  return {
    text: kept
      .map(({ text }) => text)
      .join('\n')
      .trim(),
    removed,
  };
}

function withoutLinks(line: string): WithoutLinks {
  const removed: string[] = [];
  let text = line.replaceAll(GAP, ' ').replace(BLANKS, ' ').trim();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const rest = tidied(cut(text, removed));
    if (rest === text) return { text, removed };
    text = rest;
  }
  const words = text.split(BLANK).filter((word) => cut(word, removed) === word);
  return { text: words.join(' '), removed };
}

/** Puts a gap in the place of each link. @param removed gets the links */
function cut(text: string, removed: string[]): string {
  const folded = foldText(text);
  let [rest, end] = ['', 0];
  for (const { from, until } of findLinks(folded.text)) {
    let start = folded.starts[from] ?? text.length;
    while (start > end && INVISIBLE.test(text.charAt(start - 1))) start -= 1;
    rest += text.slice(end, start) + GAP;
    end = folded.ends[until - 1] ?? text.length;
    removed.push(text.slice(start, end));
  }
  return rest + text.slice(end);
}

function tidied(text: string): string {
  return text
    .replace(GAPS, GAP)
    .replace(EMPTIED_BRACKETS, GAP)
    .replace(GAPS, GAP)
    .replace(BETWEEN_PUNCTUATION, '$1')
    .replace(BEFORE_CLOSING, '')
    .replace(AFTER_OPENING, '$1')
    .replaceAll(GAP, ' ')
    .replace(BLANKS, ' ')
    .trim();
}
