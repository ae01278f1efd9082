import { refuseUnless } from './refusal.mjs';

const IMPORT = /^import (type )?\{([^}]*)\} from '([^']+)';\n/gm;
const TOKENS = /'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\/|[[\](){}]/g;

/**
 * Puts imports in order. A template imports everything that it may use; names that its text does not use are dropped, and imports
 * are sorted by path as in the rest of the code.
 */
export function withImportsInOrder(text) {
  const body = text.replace(IMPORT, '').replace(/^\n+/, '');
  const kept = new Map();
  for (const [, type, names, from] of text.matchAll(IMPORT)) {
    const given = names.split(',').map((name) => name.trim());
    const used = given.filter((name) => name !== '' && new RegExp(`(?<![\\w'/-]|(?<!\\.)\\.)${localName(name)}\\b`).test(body));
    const named = used.map((name) => (type && !name.startsWith('type ') ? `type ${name}` : name));
    kept.set(from, [...new Set([...(kept.get(from) ?? []), ...named])]);
  }
  const lines = [...kept].filter(([, names]) => names.length > 0).sort(([one], [other]) => byPath(one, other));
  return `${lines.map(([from, names]) => importOf(names, from)).join('')}\n${body}`;
}

/** Adds an import of a name. */
export function withImport(text, name, from) {
  return withImportsInOrder(`${text.match(IMPORT)?.join('') ?? ''}${importOf([name], from)}${text.replace(IMPORT, '')}`);
}

/**
 * Adds an entry at the end of a list or of an object.
 * @param opening the text with the opening bracket at its end; it occurs once
 */
export function withEntry(text, opening, entry, file) {
  const start = text.indexOf(opening);
  const isSingle = start >= 0 && text.indexOf(opening, start + 1) < 0;
  refuseUnless(isSingle, `${file} has no single place that says ${JSON.stringify(opening)}.`);
  const end = endOf(text, start + opening.length - 1);
  const before = text.slice(0, end).trimEnd();
  return `${before}${/[,[{(]$/.test(before) ? '' : ','}\n${entry.trimEnd()},\n${text.slice(end)}`;
}

/** Adds a text at the end of a class or of an object. */
export function withMember(text, opening, member) {
  const end = endOf(text, text.indexOf('{', text.indexOf(opening)));
  return `${text.slice(0, end)}  ${member}\n${text.slice(end)}`;
}

/** The position of the bracket that closes the one at `open`. Brackets within texts and comments do not count. */
export function endOf(text, open) {
  let depth = 0;
  for (const { 0: token, index } of text.slice(open).matchAll(TOKENS)) {
    if ('[({'.includes(token)) depth += 1;
    else if ('])}'.includes(token)) depth -= 1;
    if (depth === 0) return open + index;
  }
  return text.length;
}

function localName(name) {
  return name.replace(/^(type |.* as )/, '');
}

function importOf(names, from) {
  const isType = (name) => name.startsWith('type ');
  const types = names.every(isType);
  const sorted = [...names.filter((name) => !isType(name)), ...names.filter(isType)];
  const inner = (types ? names.map((name) => name.slice('type '.length)) : sorted).join(', ');
  return `import ${types ? 'type ' : ''}{ ${inner} } from '${from}';\n`;
}

/** Packages come first, then the files that are farthest from the importing one. */
function byPath(one, other) {
  const near = (path) => Number(path.startsWith('.'));
  return near(one) - near(other) || (one < other ? -1 : Number(one > other));
}
