import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../adapters/files/made-folder.js';
import { draftOf } from '../../adapters/files/replaceable-file.js';
import type { ShopId } from '../../domain/shared/id.js';

/** The file in DATA_DIR with the place in the feed up to which `listen` has delivered the events of a shop to an address. */
export class ListenPlace {
  private readonly folder: string;
  private readonly path: string;

  constructor(dataDir: string, shop: ShopId, url: string) {
    this.folder = join(dataDir, 'listen');
    this.path = join(this.folder, createHash('sha256').update(`${shop} ${url}`).digest('hex').slice(0, 16));
  }

  /** Null: nothing was delivered there yet, or the file cannot be read. */
  read(): number | null {
    try {
      const text = readFileSync(this.path, 'utf8');
      return /^\d{1,15}$/.test(text) ? Number(text) : null;
    } catch {
      return null;
    }
  }

  /** Writes the file in one step, so that a reader never sees half of it. */
  async keep(position: number): Promise<void> {
    const draft = draftOf(this.path);
    await makeFolder(this.folder);
    writeFileSync(draft, String(position), { flag: 'wx' });
    renameSync(draft, this.path);
  }
}
