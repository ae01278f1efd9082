import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskFiles } from '../../adapters/storage/disk-files.js';
import type { FileStorage } from '../../application/media/file-storage.js';

/** A storage with what a test can see of it from behind. */
export interface OpenedStorage {
  readonly storage: FileStorage;
  /** everything that takes room, also what is stored in part only */
  kept(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function openDisk(): Promise<OpenedStorage & { readonly root: string }> {
  const root = await mkdtemp(join(tmpdir(), 'shop-operations-files-'));
  return {
    root,
    storage: new DiskFiles(root),
    kept: async () => {
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
    },
    close: () => rm(root, { recursive: true, force: true }),
  };
}
