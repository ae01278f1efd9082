import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../adapters/files/made-folder.js';
import { draftOf } from '../../adapters/files/replaceable-file.js';
import type { Addresses } from '../server/welcome.js';

export interface DemoKeys {
  readonly full: string;
  readonly read: string;
}

export interface DemoNotes extends Addresses {
  readonly shop_id: string;
  readonly keys: DemoKeys;
}

/**
 * The file DATA_DIR/demo.json, with the addresses of the service and the keys of the first demo shop. Only its owner may read it.
 */
export class DemoFile {
  readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'demo.json');
  }

  /** @returns null when the file does not exist, cannot be read or has another form */
  read(): DemoNotes | null {
    try {
      const notes: unknown = JSON.parse(readFileSync(this.path, 'utf8'));
      return isNotes(notes) ? notes : null;
    } catch {
      return null;
    }
  }

  /** Writes the file in one step, so that a reader never sees half of it. */
  async write({ base_url, docs_url, mcp_url, shop_id, keys }: DemoNotes): Promise<void> {
    const draft = draftOf(this.path);
    await makeFolder(dirname(this.path));
    writeFileSync(draft, `${JSON.stringify({ base_url, docs_url, mcp_url, shop_id, keys }, null, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
    renameSync(draft, this.path);
  }
}

function isNotes(notes: unknown): notes is DemoNotes {
  if (typeof notes !== 'object' || notes === null) return false;
  if (!('shop_id' in notes) || !('keys' in notes) || !('mcp_url' in notes)) return false;
  const { shop_id, keys, mcp_url } = notes;
  if (typeof mcp_url !== 'string' || !URL.canParse(mcp_url)) return false;
  if (typeof shop_id !== 'string' || typeof keys !== 'object' || keys === null) return false;
  return 'full' in keys && typeof keys.full === 'string' && 'read' in keys && typeof keys.read === 'string';
}
