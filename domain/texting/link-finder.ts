import { LinkifyIt, REBuilder } from 'linkify-it';
import tlds from 'tlds' with { type: 'json' };
import { foldText } from './folded-text.js';

/** The place of a link in a text, in UTF-16 units. */
export interface Link {
  readonly from: number;
  readonly until: number;
}

/** Signs of ASCII that are no punctuation to the library, apart from `<` and `>`, which end all that it finds. */
const ASCII_SIGN = '[$+=^`|~]';

/**
 * The library's rules, made stricter. The library leaves doubtful cases alone, because it makes links that people click. Here a
 * phone must not make a link out of what remains, so doubtful cases count as links, and e-mail addresses are recognised more
 * often, because they stay.
 */
class StrictRules extends REBuilder {
  /** A host also ends before a hyphen, an underscore, a sign such as `=` or a wrong port. It does not end before a dot and a letter. */
  override get_host_terminator(): RegExp {
    const end = `(?=$|${ASCII_SIGN}|${this.get_text_separators().source}|${this.src_ZPCc})`;
    return this.rule('src_host_terminator', `${end}(?!\\.(?!$|${this.src_ZPCc}))`);
  }

  /** A host behind a scheme may be any name. Its last part has no sign such as `|`, behind which a word may begin. */
  override get_url_host_port(): RegExp {
    const host = `(?:${this.get_ipv6_url_host().source}|(?:${this.get_domain().source}[.]){0,10}${this.label})`;
    return this.rule('url_host_port', host + this.get_port().source + this.get_host_terminator().source);
  }

  /** A host without a scheme may have a port, and may be `localhost`, `www.` and any name, or an IPv6 address. */
  override get_fuzzy_url_host_port(): RegExp {
    const labels = `(?:${this.get_domain().source}[.])`;
    const hosts = [
      this.get_ipv4_addr().source,
      // An IPv6 address without any digit is rather C++ than an address.
      `(?=[0-9a-f:.]{0,45}[0-9])${this.get_ipv6_addr().source}`,
      this.get_ipv6_url_host().source,
      'localhost',
      `www[.]${labels}{0,9}${this.label}`,
      `${labels}{1,10}(?:${this.get_tld().source})`,
    ];
    const end = this.get_port().source + this.get_host_terminator().source;
    return this.rule('fuzzy_url_host_port', `(?:${hosts.join('|')})${end}`);
  }

  /**
   * A link may follow any character that is not part of a word. A dot, a hyphen or an `@` within a word is part of a name or an
   * address, but for `@www.`.
   */
  override get_fuzzy_link_search(): RegExp {
    const symbols = '[$+<=>^`|\\uff5c]';
    const within = `(?<!${this.get_pseudo_letter().source})[.@\\-]|@(?=www[.])`;
    const before = `^|${symbols}|(?![.@\\-])(?:${this.src_ZPCc})|${within}`;
    const link = `(?!${symbols})${this.get_fuzzy_url_host_port().source}${this.get_path().source}`;
    return this.rule('link_fuzzy_search', `(${before})${link}`, 'ig');
  }

  /** A scheme may follow a letter, as in `seehttp://`. */
  override get_schema_search(): RegExp {
    return this.rule('schema_search', `()(${this.get_schema_names().source})`, 'ig');
  }

  /**
   * The host of an e-mail address may have as many parts as that of a link, so that neither is taken for the other. What comes
   * before `://` is no host, and neither is `www.` and a name, nor a name with `=` and the like, behind which a link may begin.
   */
  override get_fuzzy_mail_host(): RegExp {
    const named = `(?!www[.])(?:${this.label}[.]){1,10}${this.label}`;
    const host = `(?:${this.get_ipv6_mail_host().source}|${named})${this.get_host_terminator().source}(?!:\\/\\/)`;
    return this.rule('src_fuzzy_mail_host', host);
  }

  /** The name of an e-mail address may have letters of any script. */
  override get_mail_name(): RegExp {
    const letter = `(?:[-!#$%&'*+/=?^_\`{|}~a-z0-9]|(?!${this.src_ZPCc})[\\u0080-\\uffff])`;
    return this.rule('src_mail_name', `${letter}(?:${letter}|[.](?=${letter})){0,63}`);
  }

  /** An e-mail address may follow any character that its name cannot have, such as a colon. */
  override get_mail_name_validator(): RegExp {
    const before = `^|${this.src_ZCc}|[()<>\\[\\]:;,."@\\\\]|(?![!-~])(?:${this.src_P})`;
    return this.rule('mail_name_validator', `(?:${before})(${this.get_mail_name().source})$`, 'i');
  }

  /** A part of a host without any sign such as `=`. */
  private get label(): string {
    return `(?:(?!${ASCII_SIGN})${this.get_pseudo_letter().source}|-){1,63}`;
  }

  /** Makes an expression once, as the library does. All of its repeats are bounded. */
  private rule(name: string, source: string, flags = ''): RegExp {
    return (this.cache[name] ??= new RegExp(source, flags));
  }
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

/** Signs that are neither letters nor digits nor punctuation, such as arrows. To the library they are parts of names. */
const SIGNS = /[\p{S}\p{Me}\p{Cn}\p{Co}]/gu;
/** The same, and the characters that cannot be seen, which may stand within a name or between a name and a word. */
const SIGNS_AND_INVISIBLE = /[\p{S}\p{Me}\p{C}\p{DI}]/gu;
/** The beginning of the first part of a name, up to the last sign that a letter or a digit follows. */
const UP_TO_SIGN = /^[^\p{Z}\p{P}]*[\p{S}\p{Me}\p{Cn}\p{Co}](?=[\p{L}\p{N}])/u;
const LONGEST_LABEL = 64;

/**
 * Finds links in the order of their places. E-mail addresses are no links. A link between two signs is found when these are blanks, and
 * one that has signs in its name is found when they stay, so the text is read in all these ways. What one of them takes for an
 * e-mail address is none of the links of those after it.
 */
export function findLinks(text: string): Link[] {
  const [links, addresses]: [Link[], Link[]] = [[], []];
  const readings = [text, ...[SIGNS, SIGNS_AND_INVISIBLE].map((signs) => text.replace(signs, blanks))];
  for (const reading of new Set(readings)) {
    const found = matchesIn(reading);
    links.push(...found.links.filter((link) => !addresses.some((address) => overlap(link, address))));
    addresses.push(...found.addresses);
  }
  return merged(links);
}

function blanks(sign: string): string {
  return ' '.repeat(sign.length);
}

/** All that the library finds in a text as a reader takes it: links, and e-mail addresses, which are none. */
function matchesIn(text: string): { readonly links: Link[]; readonly addresses: Link[] } {
  const folded = foldText(text);
  const inOriginal = ({ from, until }: Link): Link => ({
    from: folded.starts[from] ?? text.length,
    until: folded.ends[until - 1] ?? text.length,
  });
  const { links, addresses } = matchesInFolded(folded.text);
  return { links: links.map(inOriginal), addresses: addresses.map(inOriginal) };
}

function matchesInFolded(text: string): { readonly links: Link[]; readonly addresses: Link[] } {
  const [links, addresses]: [Link[], Link[]] = [[], []];
  for (const { schema, index, lastIndex, raw } of linkify.match(text) ?? []) {
    if (schema === 'mailto:' && isAddress(raw)) {
      const path = pathOf(text, lastIndex);
      if (path === 0) addresses.push({ from: index, until: lastIndex });
      else links.push({ from: index, until: lastIndex + path });
      continue;
    }
    links.push({ from: startOf(schema, text, index, links.at(-1)?.until ?? 0), until: lastIndex });
  }
  return { links, addresses };
}

function overlap(one: Link, other: Link): boolean {
  return one.from < other.until && other.from < one.until;
}

/** The places that the links cover, in order. */
function merged(links: readonly Link[]): Link[] {
  const covered: Link[] = [];
  for (const link of links.toSorted((one, other) => one.from - other.from)) {
    const last = covered.at(-1);
    if (!last || link.from >= last.until) covered.push(link);
    else covered.splice(-1, 1, { from: last.from, until: Math.max(last.until, link.until) });
  }
  return covered;
}

/** `mailto:` is a link, and so is what only looks like an address: `shop.com/me@home.com`, `//me@home.com`. */
function isAddress(raw: string): boolean {
  const name = raw.slice(0, raw.lastIndexOf('@'));
  return !/^mailto:/i.test(raw) && !name.includes('//') && !(AFTER_HOST.test(name) && linkify.test(name));
}

/**
 * The length of the path behind an e-mail address, which makes it the address of a page for a user; 0 if there is none. A number and
 * another address behind a stroke are further ways to reach somebody.
 */
function pathOf(text: string, at: number): number {
  const length = restOf(text, at, '/');
  const path = text.slice(at, at + length);
  return /\p{L}/u.test(path) && !path.includes('@') ? length : 0;
}

/** A scheme begins before its `://`, and a name without a scheme behind a sign, such as an arrow. */
function startOf(schema: string, text: string, at: number, earliest: number): number {
  if (schema === '') return at + (UP_TO_SIGN.exec(text.slice(at, at + LONGEST_LABEL))?.[0].length ?? 0);
  let from = at;
  while (schema === '://' && from > earliest && SCHEME.test(text[from - 1] ?? ' ')) from -= 1;
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
