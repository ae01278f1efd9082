import { LinkifyIt } from 'linkify-it';
import tlds from 'tlds' with { type: 'json' };
import { StrictRules } from './link-rules.js';

/** The place of a link in a text, in UTF-16 units. */
export interface Link {
  readonly from: number;
  readonly until: number;
}

const WORD = /[\p{L}\p{N}_]/u;
const NOT_BLANK = /\S+/y;
const SCHEME = /[a-z0-9+.-]/i;
const CLOSING = new Set('.,;:!?…\'"’”»)]}');
/** These begin what follows the host of a link. In the name of an e-mail address they are allowed, and nearly never used. */
const AFTER_HOST = /[/?#]/;

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyIP: true, urlAuth: true, rebuilder: new StrictRules() });
linkify.tlds(tlds);
linkify.add('ftp:', null); // `://` finds it, also within `sftp://`
for (const scheme of ['http:', 'https:']) {
  linkify.add(scheme, {
    validate: (text, at, { re }) => lengthOf(re.get_http_validator(), text, at) || restOf(text, at, '//'),
  });
}
linkify.add('://', { validate: (text, at) => restOf(text, at, '') });
linkify.add('//', {
  validate: (text, at, { re }) => {
    const before = text[at - 3] ?? ' ';
    if (before === ':' || before === '/' || WORD.test(before)) return 0;
    return lengthOf(re.get_relative_proto_validator(), text, at) || (WORD.test(text[at] ?? ' ') ? restOf(text, at, '') : 0);
  },
});
linkify.add('mailto:', { validate: (text, at) => restOf(text, at, '') });

/** Finds links in the order of their places. E-mail addresses are no links. @param text a folded text */
export function findLinks(text: string): Link[] {
  const links: Link[] = [];
  for (const { schema, index, lastIndex, raw } of linkify.match(text) ?? []) {
    if (schema === 'mailto:' && isAddress(raw)) continue;
    const from = schema === '://' ? startOfScheme(text, index, links.at(-1)?.until ?? 0) : index;
    links.push({ from, until: lastIndex });
  }
  return links;
}

/** `mailto:` is a link, and so is what only looks like an address: `shop.com/me@home.com`, `//me@home.com`. */
function isAddress(raw: string): boolean {
  const name = raw.slice(0, raw.lastIndexOf('@'));
  return !/^mailto:/i.test(raw) && !name.includes('//') && !(AFTER_HOST.test(name) && linkify.test(name));
}

function startOfScheme(text: string, at: number, earliest: number): number {
  let from = at;
  while (from > earliest && SCHEME.test(text[from - 1] ?? ' ')) from -= 1;
  return from;
}

/** The length of a match at a place; 0 if there is none. */
function lengthOf(sticky: RegExp, text: string, at: number): number {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0].length ?? 0;
}

/** The length of a word behind a scheme without the punctuation at its end; 0 if it does not begin as it must. */
function restOf(text: string, at: number, beginning: string): number {
  if (!text.startsWith(beginning, at)) return 0;
  let end = at + lengthOf(NOT_BLANK, text, at);
  while (end > at + beginning.length && CLOSING.has(text[end - 1] ?? ' ')) end -= 1;
  return end === at + beginning.length ? 0 : end - at;
}
