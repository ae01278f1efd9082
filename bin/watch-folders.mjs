import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Names of folders and files that are not watched: packages, and what programs make for themselves. */
const IGNORED = /^(\.|node_modules$)/;
/** Everywhere else one watcher sees all folders below its own. On Linux, Node would lose a file that is replaced. */
const ONE_BY_ONE = process.platform === 'linux';

/**
 * Calls `changed` when something may have changed in a folder or below it. It watches folders and not files, so that it also sees
 * a file that is replaced by another one.
 * @returns a function that watches the folders that exist at this moment. Call it after a change and before the files are read:
 * then no later change is missed, not even in a folder that is new or was replaced.
 */
export function watchFolders(tops, changed) {
  let watchers = [];
  return function watchAgain() {
    const former = watchers;
    const folders = ONE_BY_ONE ? tops.flatMap((top) => [top, ...foldersIn(top)]) : tops;
    watchers = folders.flatMap((folder) => watcherOf(folder, changed));
    for (const watcher of former) watcher.close();
  };
}

function watcherOf(folder, changed) {
  try {
    const listener = (_, name) => IGNORED.test(name ?? '') || changed();
    return [watch(folder, { recursive: !ONE_BY_ONE }, listener).on('error', changed)];
  } catch (error) {
    if (error.code === 'ENOENT') return []; // removed a moment ago, and the watcher of the folder above tells it
    throw error;
  }
}

function foldersIn(top) {
  try {
    const folders = readdirSync(top, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !IGNORED.test(entry.name));
    return folders.map(({ name }) => join(top, name)).flatMap((folder) => [folder, ...foldersIn(folder)]);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
