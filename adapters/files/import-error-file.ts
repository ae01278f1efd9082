import { createReadStream } from 'node:fs';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { BEGINNING, type ImportError, type ImportErrors } from '../../application/transfer/import-source.js';
import { systemCodeOf } from '../system-errors.js';
import { draftOf, replaceable } from './replaceable-file.js';
import { textLines } from './text-lines.js';

/**
 * The largest number of bytes in a line of an error file. All lines that `add` writes are shorter, because the values in them are
 * cut (see `shown`).
 */
const LONGEST = 64 * 1024;
/** The beginning of every line that `add` writes matches BEGINS, and a complete line matches EXPLANATION. */
const BEGINS = /^\{"line":\d+,"column":/;
const EXPLANATION =
  /^\{"line":\d+,"column":(?:null|"(?:[^"\\]|\\.)*"),"value":(?:null|"(?:[^"\\]|\\.)*"),"reason":"(?:[^"\\]|\\.)*"\}$/;

/**
 * An NDJSON file with one line for each skipped line of an import. When no line was skipped, the file is removed at the end. A
 * refused run leaves an existing file unchanged.
 */
export class ImportErrorFile implements ImportErrors {
  /** null: the file is not open, because the run has not begun or has ended */
  private file: FileHandle | null = null;
  private target = '';
  private lines = 0;

  constructor(readonly path: string) {}

  /** the number of skipped lines that the file explains */
  get count(): number {
    return this.lines;
  }

  /**
   * Opens the file. When a run goes on after an earlier one, the file keeps the entries about the lines before `line`. A run from
   * the first line keeps no entries.
   * @throws Error when the path holds a pipe, a device or a file that is not an error file, or when nothing can be written
   */
  async begin(line: number): Promise<void> {
    await this.file?.close();
    this.lines = 0;
    try {
      await this.open(line);
    } catch (error) {
      throw new Error(
        `skipped lines cannot be explained in ${this.path}: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  }

  async add(errors: readonly ImportError[]): Promise<void> {
    await this.append(errors.map(({ line, column, value, reason }) => JSON.stringify({ line, column, value, reason })));
  }

  async close(): Promise<void> {
    if (!this.file) return;
    const { ino } = await this.file.stat();
    await this.file.close();
    this.file = null;
    // Another import may have put its own file at this path meanwhile. That file is kept.
    const found = this.lines === 0 ? await stat(this.target).catch(() => null) : null;
    if (found?.ino === ino) await rm(this.target, { force: true });
  }

  private async open(line: number): Promise<void> {
    const { path, exists } = await replaceable(this.path);
    if (exists && !(await isOurs(path))) throw new Error('the file exists already and has other contents');
    this.target = path;
    // The rename is atomic: a crash leaves the old file or the new one. Only the owner may read the file, because it contains
    // customers' data.
    const draft = draftOf(path);
    this.file = await open(draft, 'wx', 0o600);
    try {
      if (line > 1) for await (const kept of this.linesBefore(line)) await this.append(kept);
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
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
      // The error file of the earlier run was removed. The counts of the import still include the lines that it explained.
      if (systemCodeOf(error) !== 'ENOENT') throw error;
    }
  }
}

/**
 * True when `add` wrote every line. The end of the last line may be missing, because the disk was full or the process was killed.
 */
async function isOurs(path: string): Promise<boolean> {
  let isCutOff = false;
  for await (const lines of textLines(createReadStream(path), BEGINNING, { longest: LONGEST })) {
    for (const { bytes, isTooLong } of lines) {
      const text = bytes.toString();
      if (isTooLong || isCutOff || !BEGINS.test(text)) return false;
      if (EXPLANATION.test(text)) continue;
      isCutOff = placeOf(text) === Infinity;
      if (!isCutOff) return false;
    }
  }
  return true;
}

/** The number of the line that an entry is about. Infinity: the end of the entry is missing, so it cannot be read. */
function placeOf(text: string): number {
  try {
    const { line } = JSON.parse(text) as ImportError; // `add` wrote this text
    return line;
  } catch {
    return Infinity;
  }
}
