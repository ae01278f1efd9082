import { foldText } from './folded-text.js';
import { findLinks } from './link-finder.js';

export interface WithoutLinks {
  readonly text: string;
  readonly linksRemoved: boolean;
}

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;
const BLANKS = /[\s\p{Zs}]+/gu;
const BLANK = /[\s\p{Zs}]/u;
const INVISIBLE = /[\p{Cf}\p{DI}]/u;
const LETTER_DIGIT_OR_SYMBOL = /[\p{L}\p{N}\p{S}]/u;

/** Stands in the place of a removed link until the text around it is tidied. Unicode's own character for such a place. */
const GAP = '\ufffc';
const GAPS = /\ufffc(?: ?\ufffc)*/g;
const EMPTIED_BRACKETS = /[([{<«“‘"'] ?\ufffc ?[)\]}>»”’"']/g;
const BETWEEN_PUNCTUATION = /([,;:–-]) ?\ufffc ?[.,;:]/g;
const BEFORE_CLOSING = / ?\ufffc(?=[)\]}>»”.,;:!?…]|$)/g;
const AFTER_OPENING = /([([{<«“])\ufffc ?/g;

/** A removal can leave a new link behind in texts that were made for it. After so many rounds the whole word goes. */
const MOST_ROUNDS = 4;

/**
 * Removes every link from a text that goes out as SMS: addresses of the web with or without `http`, addresses of machines,
 * `localhost`, `//host` and `mailto:`, also where their characters are disguised. E-mail addresses stay. Brackets that become
 * empty go with their link, and so does a line that consisted of links. Blanks of any kind become one space, and line breaks `\n`.
 */
export function removeLinks(body: string): WithoutLinks {
  const lines = body.split(LINE_BREAK).map(withoutLinks);
  const kept = lines.filter(({ text, linksRemoved }) => !linksRemoved || LETTER_DIGIT_OR_SYMBOL.test(text));
  const text = kept.map((line) => line.text).join('\n');
  return { text: text.trim(), linksRemoved: lines.some(({ linksRemoved }) => linksRemoved) };
}

function withoutLinks(line: string): WithoutLinks {
  let text = line.replaceAll(GAP, ' ').replace(BLANKS, ' ').trim();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const rest = tidied(cut(text));
    if (rest === text) return { text, linksRemoved: round > 0 };
    text = rest;
  }
  const words = text.split(BLANK).filter((word) => cut(word) === word);
  return { text: words.join(' '), linksRemoved: true };
}

/** Puts a gap in the place of each link. */
function cut(text: string): string {
  const folded = foldText(text);
  let [rest, end] = ['', 0];
  for (const { from, until } of findLinks(folded.text)) {
    let start = folded.starts[from] ?? text.length;
    while (start > end && INVISIBLE.test(text.charAt(start - 1))) start -= 1;
    rest += text.slice(end, start) + GAP;
    end = folded.ends[until - 1] ?? text.length;
  }
  return rest + text.slice(end);
}

function tidied(text: string): string {
  return text
    .replace(GAPS, GAP)
    .replace(EMPTIED_BRACKETS, GAP)
    .replace(BETWEEN_PUNCTUATION, '$1')
    .replace(BEFORE_CLOSING, '')
    .replace(AFTER_OPENING, '$1')
    .replaceAll(GAP, ' ')
    .replace(BLANKS, ' ')
    .trim();
}
