import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keep } from './clean-end.mjs';

/** Opens the log files of a drill: one for each kind of entry, with a JSON text in each line. */
export async function openHistory() {
  const folder = await mkdtemp(join(tmpdir(), 'shop-operations-history-'));
  const fileOf = (kind) => join(folder, `${kind}.ndjson`);
  return {
    note: (kind, entry) => appendFileSync(fileOf(kind), `${JSON.stringify(entry)}\n`),
    /** Returns the entries of these kinds, by kind. */
    read: (...kinds) => Object.fromEntries(kinds.map((kind) => [kind, entriesIn(fileOf(kind))])),
    /** Keeps the files after the end of the drill, and returns their folder. */
    keep: () => keep(folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function entriesIn(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
