import { SingleBar } from 'cli-progress';
import { ImportErrorFile } from '../../adapters/files/import-error-file.js';
import type { ImportResult, ImportWatch } from '../../application/transfer/import-file.js';
import type { ImportProgress } from '../../application/transfer/import-store.js';
import type { Terminal } from './command.js';
import { SOME_SKIPPED, type Outcome } from './outcome.js';

const LINE_EVERY_MS = 5000;
const FORMAT = '{bar} {percentage}% | {rows} rows | {rate} rows/s';

/** The error that ends an import when a signal told it to stop. It is thrown between two batches. */
class Interrupted extends Error {}

/** Shows on stderr how far an import is: as a bar on a terminal, otherwise as a line of text every few seconds. */
export class ImportProgressLine implements ImportWatch {
  private readonly bar: SingleBar | null;
  private readonly begun = performance.now();
  private printedAt = this.begun;
  private rowsBefore = 0;

  constructor(
    private readonly name: string,
    private readonly bytes: number,
    /**
     * true: an import that is told to stop keeps the rows that it has stored; false for --dry-run and for --strict, which keep
     * none
     */
    private readonly goesOn: boolean,
    private readonly stopping: AbortSignal,
    private readonly stream: Terminal['stderr'],
    private readonly lineEveryMs = LINE_EVERY_MS,
  ) {
    this.bar = stream.isTTY
      ? // The cast is safe: an output that is a terminal is a stream of the process.
        new SingleBar({ stream: stream as NodeJS.WriteStream, format: FORMAT, clearOnComplete: true, hideCursor: true })
      : null;
    this.bar?.start(Math.max(1, bytes), 0, { rows: 0, rate: 0 });
  }

  resumed(progress: ImportProgress): void {
    this.rowsBefore = rowsOf(progress);
    this.say(`${this.name}: continuing after line ${progress.position.line - 1}, where an earlier run was interrupted`);
  }

  progressed(progress: ImportProgress): void {
    if (this.stopping.aborted)
      throw new Interrupted(
        this.goesOn ? 'stopped: run the same import again to continue from here' : 'stopped: nothing was stored',
      );
    const rows = rowsOf(progress);
    const now = performance.now();
    const rate = Math.round(((rows - this.rowsBefore) / Math.max(1, now - this.begun)) * 1000);
    this.bar?.update(progress.position.offset, { rows, rate });
    if (this.bar || now - this.printedAt < this.lineEveryMs) return;
    this.printedAt = now;
    this.say(
      `${this.name}: ${rows} rows, ${Math.floor((progress.position.offset / Math.max(1, this.bytes)) * 100)} %, ${rate} rows/s`,
    );
  }

  unknownColumn(column: string): void {
    this.say(`${this.name}: the column ${column} is unknown and is ignored`);
  }

  close(): void {
    this.bar?.stop();
  }

  private say(line: string): void {
    this.stream.write(`${this.bar ? '\n' : ''}${line}\n`);
  }
}

function rowsOf({ created, updated, unchanged, skipped }: ImportProgress): number {
  return created + updated + unchanged + skipped;
}

interface Reporting {
  /** of the file that explains skipped lines */
  readonly path: string;
  readonly progress?: ImportProgressLine;
  readonly dryRun?: boolean;
}

/** Carries out an import, and returns its outcome. */
export async function reported(
  name: string,
  { path, progress, dryRun = false }: Reporting,
  work: (errors: ImportErrorFile) => Promise<ImportResult>,
): Promise<Outcome> {
  const errors = new ImportErrorFile(path);
  try {
    return outcomeOf(name, await work(errors), errors, dryRun);
  } finally {
    progress?.close();
    await errors.close();
  }
}

/** The outcome of an import: its counts, and exit code 3 if lines were skipped. */
function outcomeOf(name: string, result: ImportResult, errors: ImportErrorFile, dryRun: boolean): Outcome {
  const { read, created, updated, unchanged, skipped } = result;
  const file = errors.count === 0 ? null : errors.path;
  return {
    document: { kind: name, read, created, updated, unchanged, skipped, errors_file: file },
    text: `${name}: ${read} read; ${dryRun ? 'would be ' : ''}created ${created}, updated ${updated}, unchanged ${unchanged}, skipped ${skipped}.`,
    isUnchanged: dryRun,
    ...(skipped > 0 && shortfall(result, errors, dryRun)),
  };
}

function shortfall(
  { landed, skipped }: ImportResult,
  { count, path }: ImportErrorFile,
  dryRun: boolean,
): Pick<Outcome, 'failure' | 'exitCode'> {
  const lines = skipped === 1 ? '1 line' : `${skipped} lines`;
  // `count` is the number of lines in this error file. A resumed import may have skipped more lines: its earlier run may have
  // written another error file, or somebody may have removed that file.
  const which = count < skipped ? ` of the last ${count}` : '';
  const why = count === 0 ? '' : `: ${path} says why${which}`;
  if (!landed) return { failure: `nothing ${dryRun ? 'would be' : 'was'} stored, because ${lines} cannot be stored${why}` };
  return { failure: `${lines} ${dryRun ? 'would be' : skipped === 1 ? 'was' : 'were'} skipped${why}`, exitCode: SOME_SKIPPED };
}
