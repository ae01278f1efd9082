/** Why a line, or a part of it, did not land. */
export interface ImportError {
  readonly line: number;
  /** null: the line as a whole */
  readonly column: string | null;
  /** as it was given, cut where it is long; null where there is none to show */
  readonly value: string | null;
  readonly reason: string;
}

/** A row as it was read, or why it cannot be. */
export type SourceRow = RowPlace &
  ({ readonly values: Readonly<Record<string, unknown>> } | { readonly problem: Omit<ImportError, 'line'> });

export interface RowPlace {
  /** its first line, from 1 */
  readonly line: number;
  /** where the next row begins */
  readonly next: ImportPosition;
}

export interface ImportPosition {
  /** bytes from the beginning */
  readonly offset: number;
  readonly line: number;
}

export const BEGINNING: ImportPosition = { offset: 0, line: 1 };

/** A file of rows, or whatever reads like one. */
export interface ImportSource {
  /** of the contents: the same for the same rows */
  readonly fingerprint: string;
  /** what rows without an external id are called after, with their line */
  readonly name: string;
  /** in bytes, for the progress */
  readonly size: number;
  /** `query`: every value is text, as in CSV */
  readonly values: 'query' | 'json';
  /** Rows in pieces of any size. @throws ImportRefused when the source as a whole cannot be read */
  rows(from: ImportPosition): AsyncIterable<readonly SourceRow[]>;
}

/** Where errors are kept for whoever corrects the file. */
export interface ImportErrors {
  /** Before the first error: what an earlier run found in later lines is forgotten. */
  begin(line: number): Promise<void>;
  add(errors: readonly ImportError[]): Promise<void>;
}
