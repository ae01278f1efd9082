import type { ImportErrorFile } from '../../adapters/files/import-error-file.js';
import type { ImportResult } from '../../application/transfer/import-file.js';
import type { Outcome } from './outcome.js';

const SOME_SKIPPED = 3;

/** The outcome of an import: its counts, and exit code 3 if lines were skipped. */
export function importOutcome(name: string, result: ImportResult, errors: ImportErrorFile, dryRun: boolean): Outcome {
  const { read, created, updated, unchanged, skipped } = result;
  const file = errors.count === 0 ? null : errors.path;
  return {
    document: { kind: name, read, created, updated, unchanged, skipped, errors_file: file },
    text: `${name}: ${read} read; ${dryRun ? 'would be ' : ''}created ${created}, updated ${updated}, unchanged ${unchanged}, skipped ${skipped}.`,
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
