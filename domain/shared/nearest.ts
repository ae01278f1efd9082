/** One of several texts, and how many letters of another text it has not. */
export interface Nearest {
  readonly text: string;
  readonly wrong: number;
}

/** The text that a typing mistake most probably meant, which is the one with the fewest wrong letters. Undefined: there are no texts. */
export function nearestTo(typed: string, texts: readonly string[]): Nearest | undefined {
  return texts.map((text) => ({ text, wrong: distance(typed, text) })).sort((one, other) => one.wrong - other.wrong)[0];
}

/** The least number of letters that must be added, left out or replaced (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [line, letter] of one.split('').entries()) {
    const next = [line + 1];
    for (const [column, wanted] of other.split('').entries()) {
      const replaced = (row[column] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
