import { createReadStream } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { BEGINNING, type ImportError, type ImportErrors } from '../../application/import/import-source.js';
import { textLines } from './text-lines.js';

/** A line of NDJSON for every line that did not land; no file when there is none. */
export class ImportErrorFile implements ImportErrors {
  private file: FileHandle | null = null;
  private lines = 0;

  constructor(readonly path: string) {}

  get isEmpty(): boolean {
    return this.lines === 0;
  }

  /** What an earlier run found in the lines before stays; at the beginning nothing does. */
  async begin(line: number): Promise<void> {
    await this.file?.close();
    this.lines = 0;
    // In one step: a crash leaves the old file or the new one. It holds what customers wrote, so it is the owner's alone.
    const draft = `${this.path}.new`;
    this.file = await open(draft, 'w', 0o600);
    if (line > 1) for await (const kept of this.linesBefore(line)) await this.append(kept);
    await rename(draft, this.path);
  }

  async add(errors: readonly ImportError[]): Promise<void> {
    await this.append(errors.map(({ line, column, value, reason }) => JSON.stringify({ line, column, value, reason })));
  }

  async close(): Promise<void> {
    await this.file?.close();
    this.file = null;
    if (this.isEmpty) await rm(this.path, { force: true });
  }

  private async append(texts: readonly string[]): Promise<void> {
    if (texts.length === 0) return;
    await this.file?.appendFile(texts.map((text) => `${text}\n`).join(''));
    this.lines += texts.length;
  }

  private async *linesBefore(line: number): AsyncGenerator<string[]> {
    try {
      for await (const lines of textLines(createReadStream(this.path), BEGINNING)) {
        yield lines.map(({ bytes }) => bytes.toString()).filter((text) => placeOf(text) < line);
      }
    } catch (error) {
      // Somebody has taken it away: the counts still know what it said.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}

/** The line that an error is about; one that was cut off in the middle is about none. */
function placeOf(text: string): number {
  try {
    const { line } = JSON.parse(text) as ImportError; // written by `add`
    return line;
  } catch {
    return Infinity;
  }
}
