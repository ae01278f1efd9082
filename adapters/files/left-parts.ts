import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const HOUR_MS = 3_600_000;

/**
 * Removes the files that killed processes left half-written. Nobody has written to such a file for an hour; other processes may
 * still be writing the younger ones.
 */
export class LeftParts {
  private nextAt = 0;

  constructor(
    private readonly folder: string,
    private readonly now: () => number,
  ) {}

  /** Removes what is left, at the first call and then at most once an hour. A failure is no error: a later call tries again. */
  async remove(): Promise<void> {
    const now = this.now();
    if (now < this.nextAt) return;
    this.nextAt = now + HOUR_MS;
    const names = await readdir(this.folder).catch(() => []);
    for (const name of names) await removeIfOld(join(this.folder, name), now - HOUR_MS).catch(() => undefined);
  }
}

async function removeIfOld(path: string, before: number): Promise<void> {
  const { mtimeMs } = await stat(path);
  if (mtimeMs < before) await rm(path, { force: true });
}
