const PARTS = /((?:\\[\\;]|\\(?![\\;])|[^\\;])*)(?:;|$)/g;

const SPECIAL = /[;\\]/;

/** A list of texts as one cell: separated by `;`. Inside of a text `;` is written `\;` and `\` is written `\\`. */
export function joinList(texts: readonly string[]): string {
  return texts.map((text) => text.replace(/[\\;]/g, '\\$&')).join(';');
}

/** The texts of a cell, trimmed; blank ones are none. */
export function splitList(cell: string): string[] {
  if (!SPECIAL.test(cell)) return cell.trim() === '' ? [] : [cell.trim()];
  const parts = [...cell.matchAll(PARTS)].map(([, part = '']) => part.replace(/\\([\\;])/g, '$1').trim());
  return parts.filter((part) => part !== '');
}
