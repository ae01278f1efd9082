/** The reason why a line was not imported. */
export interface ImportError {
  readonly line: number;
  /** null: the error is about the line as a whole */
  readonly column: string | null;
  /** the given value, cut if it is long; null if there is none */
  readonly value: string | null;
  readonly reason: string;
}

/** A row as it was read, or the reason why it cannot be read. */
export type SourceRow = RowPlace &
  ({ readonly values: Readonly<Record<string, unknown>> } | { readonly problem: Omit<ImportError, 'line'> });

export interface RowPlace {
  /** the number of the row's first line, from 1 */
  readonly line: number;
  /** where the next row begins */
  readonly next: ImportPosition;
}

export interface ImportPosition {
  /** bytes from the beginning of the file */
  readonly offset: number;
  readonly line: number;
}

export const BEGINNING: ImportPosition = { offset: 0, line: 1 };

/** A file of rows, or another source of rows that is read in the same way. */
export interface ImportSource {
  /** computed from the contents; two sources with the same contents have the same fingerprint */
  readonly fingerprint: string;
  /** the name of the source; a row without an external id gets one that is made from this name and the line */
  readonly name: string;
  /** the size in bytes; the progress is shown as a part of it */
  readonly size: number;
  /** `query`: every value is text, as in CSV; `json`: values have the types of JSON */
  readonly values: 'query' | 'json';
  /** Returns the rows after `from` in chunks of any size. @throws InvalidRequest when the source as a whole cannot be read */
  rows(from: ImportPosition): AsyncIterable<readonly SourceRow[]>;
}

/** Keeps the errors for the person who corrects the file. */
export interface ImportErrors {
  /** Called before errors are added. Drops the errors of an earlier run for this line and all later lines. */
  begin(line: number): Promise<void>;
  add(errors: readonly ImportError[]): Promise<void>;
}
