import { isUtf8 } from 'node:buffer';
import type { RowPlace, SourceRow } from '../../application/transfer/import-source.js';
import { shown } from '../../application/transfer/parse-row.js';
import type { TextLine } from './text-lines.js';

/** A row with the problem of a line that cannot be read. */
export function badLine({ line, next }: RowPlace, reason: string, text: string | null = null): SourceRow {
  return { line, next, problem: { column: null, value: shown(text?.trimEnd()), reason } };
}

/** A problem that does not depend on the file format: the line is too long, or is not UTF-8. Null: it has neither problem. */
export function lineProblem(line: TextLine, longest: string): SourceRow | null {
  if (line.isTooLong) return badLine(line, `is longer than ${longest}`);
  return isUtf8(line.bytes) ? null : badLine(line, 'is not UTF-8');
}

/** The number of bytes, rounded to whole megabytes, as a text: `4 MB`. */
export function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / (1024 * 1024))} MB`;
}

const BLANK = /^[ \t\r\v\f]*$/;
const LONGEST_BLANK = 1024;

export function isBlank({ bytes, isTooLong }: TextLine): boolean {
  if (isTooLong) return false; // its bytes are only the beginning of the line
  if (bytes.length === 0) return true;
  const first = bytes[0] ?? 0;
  return first <= 0x20 && bytes.length <= LONGEST_BLANK && BLANK.test(bytes.toString('latin1'));
}

const HASH = 0x23;

/**
 * True for a comment line, like those of a template. Comments are allowed only before the header of a CSV file or the first row
 * of an NDJSON file. After that, a line that begins with `#` is data.
 */
export function isComment({ bytes }: TextLine): boolean {
  return bytes[0] === HASH;
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

export function withoutByteOrderMark(line: TextLine): TextLine {
  return line.bytes.subarray(0, 3).equals(BOM) ? { ...line, bytes: line.bytes.subarray(3) } : line;
}
