import { findLinks } from './link-finder.js';

export interface WithoutLinks {
  readonly text: string;
  /** the links that went, as they were written, in their order */
  readonly removed: readonly string[];
}

/** Has a group, so that a split by it keeps the breaks. */
const LINE_BREAK = /(\r\n|[\n\r\u2028\u2029])/;
const BLANKS = /\s+/g;
/** Blanks in a row, without a break of the line. */
const DOUBLED = /[^\S\n\r\u2028\u2029]{2,}/g;
const INVISIBLE = /[\p{Cf}\p{DI}]/u;
const LETTER_DIGIT_OR_SYMBOL = /[\p{L}\p{N}\p{S}]/u;

/** Stands in the place of a removed link until the text around it is tidied. Unicode's own character for such a place. */
const GAP = '\ufffc';

/** Gaps in a row, also with a few signs or a conjunction between them: nothing is left that these would join. */
const GAPS =
  /\ufffc(?:(?: [^\p{L}\p{N}\s\ufffc]{1,3} | ?[^\p{L}\p{N}\s\ufffc"'`„‚\p{Pi}\p{Pf}\p{Ps}\p{Pe}<>]{0,3} ?)(?:(?:and|or|und|oder|et|ou|[-&+/|·•–—yoe]) )?\ufffc)+/giu;
/** A pair of brackets, quotes or tags with nothing in it. Quotes must touch it, because a quote may also be the end of another pair. */
const PAIR =
  /[\p{Ps}\p{Pi}<] ?\ufffc ?[\p{Pe}\p{Pf}>]|["'`„‚\p{Pi}\p{Pf}]\ufffc["'`„‚\p{Pi}\p{Pf}]|<([a-z]+)\b[^<>]*> ?\ufffc ?<\/\1>/giu;

type Hole = readonly [hole: RegExp, rest: string];
const EMPTIED: readonly Hole[] = [
  [PAIR, GAP],
  [GAPS, GAP],
];

/**
 * Each expression finds what a removed link leaves behind, and the text beside it takes its place. They run in this order, on a line
 * whose blanks are single spaces.
 */
const HOLES: readonly Hole[] = [
  // A tag of HTML that has lost its link goes, and its end too. What is between the two stays.
  [/<([a-z]+) [^<>\ufffc]*= ?["']?\ufffc[^<>]*>(?:([^<>]*)<\/\1>)?/giu, `${GAP}$2`],
  [GAPS, GAP],
  // A conjunction at the beginning of a sentence. Behind a pair of quotes or brackets it joins no links, and stays.
  [/(?<=^|[.,;:!?…([{«“] ?)\ufffc (?:and|or|und|oder|et|ou|[-&+/|·•–—])(?= )/giu, GAP],
  // Up to three pairs around each other.
  ...EMPTIED,
  ...EMPTIED,
  ...EMPTIED,
  // A conjunction that has lost what it joins: at the end, behind its first half, and beside another one.
  [/,? (?:and|or|und|oder|et|ou|[-&+/|·•–—]) \ufffc(?= ?$|[)\]}>»”.,;:!?…]+(?: |$))/giu, GAP],
  [/\ufffc,? (?:and|or|und|oder|et|ou|[-&+/|·•–—])(?= ?$|[)\]}>»”.,;:!?…]+(?: |$))/giu, GAP],
  [/(?<=\b(?:either|both|entweder|soit) )\ufffc (?:and|or|und|oder|et|ou|[-&+/|·•–—])(?= )/giu, GAP],
  [/(?<=(?:^| )(?:and|or|und|oder|et|ou|[-&+/|·•–—]) )\ufffc (?:and|or|und|oder|et|ou|[-&+/|·•–—]) /giu, ''],
  [/([-.,;:!?…–]) ?\ufffc ?[.,;:]/giu, '$1'],
  [/([|/]) ?\ufffc ?\1/giu, '$1'],
  [/ ?\ufffc(?=[)\]}>»”.,;:!?…])/giu, ''],
  [/([([{<«“])\ufffc ?/giu, '$1'],
  [/^ ?\ufffc ?| ?\ufffc ?$/giu, ''],
  // A blank stays where one was, or where two words would become one.
  [/ \ufffc ?|\ufffc |(?<=[\p{L}\p{M}\p{N}])\ufffc(?=[\p{L}\p{N}])/giu, ' '],
  [/\ufffc/giu, ''],
];

/** A removal can leave a new link behind in texts that were made for it. After so many rounds the whole word goes. */
const MOST_ROUNDS = 4;

/**
 * Removes every link from a text that goes out as SMS: addresses of the web with or without `http`, addresses of machines,
 * `localhost`, `//host` and `mailto:`, also where their characters are disguised. E-mail addresses stay. With a link goes its hole:
 * brackets, quotes and tags that become empty, a conjunction or a sign that joins nothing any more, and a line that consisted of
 * links. Doubled blanks become one space. Everything else stays as it is, and so does a text without a link, to the character.
 */
export function removeLinks(body: string): WithoutLinks {
  const removed: string[] = [];
  const pieces = body.split(LINE_BREAK);
  let text = '';
  for (let at = 0; at < pieces.length; at += 2) {
    const line = withoutLinks(pieces[at] ?? '');
    removed.push(...line.removed);
    if (line.removed.length > 0 && !LETTER_DIGIT_OR_SYMBOL.test(line.text)) continue;
    text += line.text + (pieces[at + 1] ?? '');
  }
  return { text: removed.length > 0 ? text.replace(DOUBLED, ' ').trim() : body, removed };
}

function withoutLinks(line: string): WithoutLinks {
  const removed: string[] = [];
  let text = line.replaceAll(GAP, ' ');
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const rest = tidied(cut(text, removed));
    if (rest === text) return { text: removed.length > 0 ? text : line, removed };
    text = rest;
  }
  const words = text.split(' ').filter((word) => cut(word, removed) === word);
  return { text: words.join(' '), removed };
}

/** Puts a gap in the place of each link and of the invisible characters around it. @param removed gets the links */
function cut(text: string, removed: string[]): string {
  let [rest, end] = ['', 0];
  for (const { from, until } of findLinks(text)) {
    let start = from;
    while (start > end && INVISIBLE.test(text.charAt(start - 1))) start -= 1;
    rest += text.slice(end, start) + GAP;
    end = until;
    while (INVISIBLE.test(text.charAt(end))) end += 1;
    removed.push(text.slice(start, end));
  }
  return rest + text.slice(end);
}

function tidied(text: string): string {
  return HOLES.reduce((rest, [hole, left]) => rest.replace(hole, left), text.replace(BLANKS, ' '));
}
