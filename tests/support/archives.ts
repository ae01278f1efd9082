import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';

/** The lines of an archive. */
export async function archiveLines(path: string): Promise<string[]> {
  return String(gunzipSync(await readFile(path)))
    .trimEnd()
    .split('\n');
}

/** Writes lines as an archive, with a last line that fits to them. */
export async function writeArchiveLines(path: string, lines: readonly string[]): Promise<void> {
  const sum = (of: readonly string[]): string =>
    createHash('sha256')
      .update(of.map((line) => `${line}\n`).join(''))
      .digest('hex');
  const kinds = new Map<string, string[]>();
  for (const line of lines.slice(1)) {
    const { kind } = JSON.parse(line) as { kind: string };
    kinds.set(kind, [...(kinds.get(kind) ?? []), line]);
  }
  const sums = [...kinds].map(([kind, of]) => [kind, { lines: of.length, sha256: sum(of) }]);
  const end = JSON.stringify({ end: { kinds: Object.fromEntries(sums), sha256: sum(lines) } });
  await writeFile(path, gzipSync([...lines, end, ''].join('\n')));
}
