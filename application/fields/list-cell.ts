/** The parts of a cell: an escaped `\` or `;`, a run of other characters, a separator, or a `\` that escapes nothing. */
const TOKENS = /\\[\\;]|[^\\;]+|[\\;]/g;

const SPECIAL = /[;\\]/;

/** A list of texts as one cell, separated by `;`. Inside of a text `;` is written `\;` and `\` is written `\\`. */
export function joinList(texts: readonly string[]): string {
  return texts.map((text) => text.replace(/[\\;]/g, '\\$&')).join(';');
}

/** The texts of a cell, trimmed. Blank texts are left out. */
export function splitList(cell: string): string[] {
  if (!SPECIAL.test(cell)) return cell.trim() === '' ? [] : [cell.trim()];
  const parts: string[] = [];
  let part = '';
  for (const [token] of cell.matchAll(TOKENS)) {
    if (token === ';') {
      parts.push(part.trim());
      part = '';
    } else {
      part += token.startsWith('\\') ? token.slice(-1) : token;
    }
  }
  return [...parts, part.trim()].filter((one) => one !== '');
}
