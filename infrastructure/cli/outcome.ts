/** The result of a command as one JSON document, and the same result as text for a person. */
export interface Outcome {
  readonly document: unknown;
  readonly text: string;
  /** true: a command that changes something has found nothing to change */
  readonly isUnchanged?: boolean;
  /** an error message of one line for stderr; a command with such a message does not exit with 0 */
  readonly failure?: string | undefined;
  /** the exit code of a command with a `failure`; by default 1 */
  readonly exitCode?: number | undefined;
}

/** Thrown by a command that has already written to stdout and then fails. Its error is not printed as a document on stdout. */
export class Failed extends Error {
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message);
  }
}

/** The exit code when some lines or files were skipped. */
export const SOME_SKIPPED = 3;

export function asJson(document: unknown): string {
  return JSON.stringify(document, null, 2);
}

type Cell = string | null | undefined;

/**
 * Prints rows as aligned columns under headings. The last column is not padded.
 * @param none the text if there are no rows
 */
export function asTable(headings: readonly string[], rows: readonly (readonly Cell[])[], none?: string): string {
  return rows.length === 0 && none !== undefined ? none : inColumns([headings, ...rows]);
}

/** Prints the values of one record, each on its own line after its name. */
export function asList(values: Readonly<Record<string, Cell>>): string {
  return inColumns(Object.entries(values));
}

function inColumns(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell ?? '-'));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return cells.map((row) => line(row).trimEnd()).join('\n');
}
