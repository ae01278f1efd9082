import { refuseUnless } from './refusal.mjs';

const IMPORT = /^import (type )?(?:\{([^}]*)\}|[^;{]*) from '([^']+)';\n/gm;

/**
 * Puts the imports of a template in order. A template imports everything that it may use; names that its text does not use are
 * dropped, and imports are sorted by path as in the rest of the code.
 */
export function withImportsInOrder(text) {
  const body = text.replace(IMPORT, '').replace(/^\n+/, '');
  const kept = new Map();
  for (const [, type = '', names = '', from] of text.matchAll(IMPORT)) {
    const used = names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && new RegExp(`(?<![\\w.'/-])${localName(name)}\\b`).test(body))
      .map((name) => (type && !name.startsWith('type ') ? `type ${name}` : name));
    kept.set(from, [...(kept.get(from) ?? []), ...used]);
  }
  const lines = [...kept]
    .filter(([, names]) => names.length > 0)
    .sort(([one], [other]) => byPath(one, other))
    .map(([from, names]) => importOf(names, from));
  return lines.length === 0 ? body : `${lines.join('')}\n${body}`;
}

/** Adds an import of a name: to the import of the same file, or below the imports whose paths come before it. */
export function withImport(text, name, from) {
  const imports = [...text.matchAll(IMPORT)];
  const same = imports.find(([, , , path]) => path === from);
  if (same) return text.replace(same[0], () => importOf(namesIn(same, name), from));
  refuseUnless(imports.length > 0, `there is no import beside which ${name} could be imported.`);
  const before = imports.filter(([, , , path]) => byPath(path, from) < 0).at(-1);
  const at = before ? before.index + before[0].length : imports[0].index;
  return `${text.slice(0, at)}${importOf([name], from)}${text.slice(at)}`;
}

/**
 * Adds entries at the end of a list or of an object.
 * @param opening the text with the opening bracket at its end; it occurs once
 */
export function withEntry(text, opening, entry, file) {
  const start = text.indexOf(opening);
  refuseUnless(
    start >= 0 && text.indexOf(opening, start + 1) < 0,
    `${file} has no single place that says ${JSON.stringify(opening)}.`,
  );
  const end = endOf(text, start + opening.length - 1);
  const before = text.slice(0, end).trimEnd();
  const comma = /[,[{(]$/.test(before) ? '' : ',';
  return `${before}${comma}\n${entry},\n${text.slice(end)}`;
}

/** Adds a line above a text that begins a line. */
export function withLineAbove(text, anchor, line, file) {
  return withLineAt(text, text.indexOf(`\n${anchor}`) + 1, anchor, line, file);
}

/** Adds a line below the line that ends a text. */
export function withLineBelow(text, anchor, line, file) {
  return withLineAt(text, text.indexOf(`${anchor}\n`) + anchor.length + 1, anchor, line, file);
}

function withLineAt(text, at, anchor, line, file) {
  refuseUnless(text.includes(anchor), `${file} has no line that says ${JSON.stringify(anchor)}.`);
  return `${text.slice(0, at)}${line}\n${text.slice(at)}`;
}

/** The position of the bracket that closes the one at `open`. Brackets within texts and comments do not count. */
export function endOf(text, open) {
  let depth = 0;
  for (const { 0: token, index } of text
    .slice(open)
    .matchAll(/'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\/|[[\](){}]/g)) {
    if ('[({'.includes(token)) depth += 1;
    else if ('])}'.includes(token)) depth -= 1;
    if (depth === 0) return open + index;
  }
  return text.length;
}

/** The names of an import, with one more unless it is there. */
function namesIn([, type = '', names], name) {
  const present = names
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => (type ? `type ${one}` : one));
  return present.some((one) => localName(one) === localName(name)) ? present : [...present, name];
}

function localName(name) {
  return name
    .replace(/^type /, '')
    .split(' as ')
    .at(-1);
}

function importOf(names, from) {
  const types = names.every((name) => name.startsWith('type '));
  const inner = (types ? names.map((name) => name.slice('type '.length)) : names).join(', ');
  return `import ${types ? 'type ' : ''}{ ${inner} } from '${from}';\n`;
}

/** Packages come first, then the files that are farthest from the importing one. */
function byPath(one, other) {
  const near = (path) => Number(path.startsWith('.'));
  return near(one) - near(other) || (one < other ? -1 : Number(one > other));
}
