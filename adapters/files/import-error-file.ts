import { createReadStream } from 'node:fs';
import { open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { BEGINNING, type ImportError, type ImportErrors } from '../../application/import/import-source.js';
import { textLines } from './text-lines.js';

/** How every line begins that `add` writes. */
const OURS = '{"line":';

/** A line of NDJSON for every line that did not land; no file when there is none. A run that is refused leaves it as it was. */
export class ImportErrorFile implements ImportErrors {
  /** null: not begun, or closed */
  private file: FileHandle | null = null;
  /** null: a device or a pipe, which keeps its place */
  private target: string | null = null;
  private lines = 0;

  constructor(readonly path: string) {}

  /** how many lines it explains */
  get count(): number {
    return this.lines;
  }

  /**
   * What an earlier run found in the lines before stays; at the beginning nothing does.
   * @throws Error where there is something else, or nothing can be written
   */
  async begin(line: number): Promise<void> {
    await this.file?.close();
    this.lines = 0;
    try {
      await this.open(line);
    } catch (error) {
      throw new Error(`skipped lines cannot be explained in ${this.path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }

  async add(errors: readonly ImportError[]): Promise<void> {
    await this.append(errors.map(({ line, column, value, reason }) => JSON.stringify({ line, column, value, reason })));
  }

  async close(): Promise<void> {
    if (!this.file) return;
    await this.file.close();
    this.file = null;
    if (this.lines === 0 && this.target !== null) await rm(this.target, { force: true });
  }

  private async open(line: number): Promise<void> {
    const found = await stat(this.path).catch(() => null); // there is none yet, or what is wrong shows when it is written
    if (found && !found.isFile()) {
      this.target = null;
      this.file = await open(this.path, 'w');
      return;
    }
    this.target = found ? await realpath(this.path) : this.path;
    if (found && !(await isOurs(this.target))) throw new Error('the file is there already and holds something else');
    // In one step: a crash leaves the old file or the new one. It holds what customers wrote, so it is the owner's alone.
    const draft = `${this.target}.new`;
    this.file = await open(draft, 'w', 0o600);
    if (line > 1) for await (const kept of this.linesBefore(line)) await this.append(kept);
    await rename(draft, this.target);
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

async function isOurs(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(OURS.length), 0, OURS.length, 0);
    return OURS.startsWith(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await file.close();
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
