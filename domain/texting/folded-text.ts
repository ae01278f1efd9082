/**
 * A text as a reader takes it: characters that cannot be seen are gone, and full-width and other forms of a letter are the letter
 * itself. `starts` and `ends` give, for each UTF-16 unit of it, the part of the original that it comes from.
 */
export interface FoldedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** A character with its marks and with the invisible characters behind it. The limit is far above what a script needs. */
const CLUSTER = /.[\p{M}\p{Cf}\p{DI}]{0,60}/gsu;
/** Zero-width and other format characters, soft hyphens, and characters that are ignored when they are displayed. */
const INVISIBLE = /[\p{Cf}\p{DI}]+/gu;

export function foldText(original: string): FoldedText {
  let text = '';
  const [starts, ends]: [number[], number[]] = [[], []];
  let start = 0;
  for (const [cluster] of original.matchAll(CLUSTER)) {
    const folded = isAscii(cluster) ? cluster : foldCluster(cluster);
    starts.push(...Array<number>(folded.length).fill(start));
    ends.push(...Array<number>(folded.length).fill(start + cluster.length));
    text += folded;
    start += cluster.length;
  }
  return { text, starts, ends };
}

function foldCluster(cluster: string): string {
  return cluster.replace(INVISIBLE, '').normalize('NFKC');
}

function isAscii(cluster: string): boolean {
  return cluster.length === 1 && cluster < '\u0080';
}
