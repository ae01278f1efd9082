import { statfs } from 'node:fs/promises';
import type { Log } from '../../application/kernel/ports/ports.js';
import { nearestOf } from '../doctor/check-places.js';
import type { Config } from '../settings/config.js';

export type DiskState = 'ok' | 'nearly full' | 'unknown';

export const NEARLY_FULL = 0.9;

/** The room of a file system. */
export interface DiskRoom {
  /** the part that is used, from 0 to 1 */
  readonly used: number;
  /** in bytes */
  readonly free: number;
}

/** Looks how full the file system is on which this instance keeps files. */
export class DiskWatch {
  private ratio: number | null = null;
  private told = false;

  /** @param folder null: this instance keeps no files */
  constructor(
    private readonly folder: string | null,
    private readonly log: Log,
    private readonly roomOf: (folder: string) => Promise<DiskRoom> = roomAt,
  ) {}

  /** the part of the file system that is used, from 0 to 1; null: unknown, or nothing is kept */
  get used(): number | null {
    return this.ratio;
  }

  get state(): DiskState {
    if (this.folder === null) return 'ok';
    if (this.ratio === null) return 'unknown';
    return this.ratio >= NEARLY_FULL ? 'nearly full' : 'ok';
  }

  async look(): Promise<void> {
    if (this.folder === null) return;
    const room = await this.roomOf(this.folder).catch(() => null); // the check says that it is unknown
    this.ratio = room?.used ?? null;
    const isFull = this.state === 'nearly full';
    if (isFull && !this.told)
      this.log.warn('the disk is nearly full: nothing can be stored when it is', { reason: inPercent(this.ratio ?? 0) });
    this.told = isFull;
  }
}

/** The folder of the files that an instance keeps: the embedded database, or recordings. Null: there are none. */
export function folderOf({ database, dataDir, recordings }: Pick<Config, 'database' | 'dataDir' | 'recordings'>): string | null {
  if (database === null) return dataDir;
  return recordings.kind === 'folder' ? recordings.folder : null;
}

/** The folder may not be there before its first file. What only root may use counts as used. */
export async function roomAt(folder: string): Promise<DiskRoom> {
  const { blocks, bfree, bavail, bsize } = await statfs(await nearestOf(folder));
  const used = blocks - bfree;
  return { used: used / (used + bavail), free: bavail * bsize };
}

function inPercent(ratio: number): string {
  return `${Math.floor(ratio * 100)} % are used`;
}
